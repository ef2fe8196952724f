import type { MethodInfo } from '#protocol/objects.ts'
import * as endpoints from '#protocol/web/methods.ts'
import type { Send } from './send.ts'

/** An authenticator app of the person. */
export type AuthenticatorApp = ReturnType<typeof toApp>

function toApp(wire: MethodInfo) {
  return {
    appId: wire.id,
    name: wire.name,
    createdAt: wire.created_at,
    /** 0 for never. */
    lastUsedAt: wire.last_used_at,
  }
}

/** What a new app is set up with. */
export type AppDraft = Awaited<ReturnType<typeof beginApp>>

/** What proves the person where their sign-in is too old. */
interface Proof {
  ticket?: string
}

export async function listApps(send: Send) {
  return (await send(endpoints.listMethods, {})).methods
    .filter(({ method }) => method === 'totp_verify')
    .map(toApp)
}

export async function beginApp(send: Send, proof: Proof) {
  const wire = await send(endpoints.beginTotp, proof)
  // The picture is a PNG in base64.
  return { secret: wire.secret, uri: wire.uri, picture: wire.qrcode, ticket: wire.add_ticket }
}

export async function addApp(send: Send, draft: AppDraft, app: { code: string; name: string }) {
  await send(endpoints.addTotp, { ...app, add_ticket: draft.ticket })
}

export async function renameApp(send: Send, { appId }: AuthenticatorApp, name: string) {
  await send(endpoints.renameMethod, { id: appId, name })
}

export async function removeApp(send: Send, { appId }: AuthenticatorApp, proof: Proof) {
  await send(endpoints.removeMethod, { id: appId, ...proof })
}
