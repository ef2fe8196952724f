import type { Reply } from '#protocol/endpoint.ts'
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

/** What the person proves themself with, and whether each sign-in asks for it. */
function toMethods(wire: Reply<typeof endpoints.listMethods>) {
  const apps = wire.methods.filter(({ method }) => method === 'totp_verify').map(toApp)
  return { apps, isDemanded: wire.required_level > 1 }
}

export async function listMethods(send: Send) {
  return toMethods(await send(endpoints.listMethods, {}))
}

/** Demands a method of level 2 at each sign-in, or no longer. */
export async function demandMethods(send: Send, isDemanded: boolean, proof: Proof) {
  const level = isDemanded ? 2 : 1
  return toMethods(await send(endpoints.setRequiredLevel, { level, ...proof }))
}

export async function beginApp(send: Send, proof: Proof) {
  const wire = await send(endpoints.beginTotp, proof)
  // The picture is a PNG in base64.
  return { secret: wire.secret, uri: wire.uri, picture: wire.qrcode, ticket: wire.add_ticket }
}

/** Adds an app; the first one is demanded at each sign-in from then on, unless the person declines. */
export async function addApp(
  send: Send,
  draft: AppDraft,
  { isDeclined, ...app }: { code: string; name: string; isDeclined: boolean },
) {
  const declined = isDeclined ? ({ required_level: 1 } as const) : {}
  await send(endpoints.addTotp, { ...app, ...declined, add_ticket: draft.ticket })
}

export async function renameApp(send: Send, { appId }: AuthenticatorApp, name: string) {
  await send(endpoints.renameMethod, { id: appId, name })
}

export async function removeApp(send: Send, { appId }: AuthenticatorApp, proof: Proof) {
  await send(endpoints.removeMethod, { id: appId, ...proof })
}
