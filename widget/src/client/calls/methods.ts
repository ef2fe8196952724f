import type { Reply } from '#protocol/endpoint.ts'
import type { MethodInfo } from '#protocol/objects.ts'
import * as endpoints from '#protocol/web/methods.ts'
import type { Send } from './send.ts'

/** An authenticator app of the person. */
export type AuthenticatorApp = ReturnType<typeof toApp> & {
  /** Whether it is the only method that recovery codes stand in for. */
  isLast: boolean
}

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
  const isLast = wire.methods.length === 1
  const apps = wire.methods
    .filter(({ method }) => method === 'totp_verify')
    .map((one) => ({ ...toApp(one), isLast }))
  // They stand in for a method.
  const codesLeft = wire.methods.length > 0 ? wire.codes_left : undefined
  return { apps, isDemanded: wire.required_level > 1, codesLeft }
}

/** The replies that are on their way: sections of one page ask at once. */
const underWay = new WeakMap<Send, Promise<Reply<typeof endpoints.listMethods>>>()

/** Fetches the methods of the person, once for all who ask meanwhile. */
export async function fetchMethods(send: Send) {
  const present = underWay.get(send)
  if (present) return await present
  const reply = send(endpoints.listMethods, {})
  underWay.set(send, reply)
  try {
    return await reply
  } finally {
    underWay.delete(send)
  }
}

export async function listMethods(send: Send) {
  return toMethods(await fetchMethods(send))
}

/** How safe the account is, with the steps that make it safer. */
export type Safety = NonNullable<Awaited<ReturnType<typeof fetchSafety>>>

/** Returns undefined where an older server does not say it. */
export async function fetchSafety(send: Send) {
  return (await fetchMethods(send)).safety
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

/** Adds an app; recovery codes come with the first, and it is demanded at each sign-in unless the person declines. */
export async function addApp(
  send: Send,
  draft: AppDraft,
  { isDeclined, ...app }: { code: string; name: string; isDeclined: boolean },
) {
  const declined = isDeclined ? ({ required_level: 1 } as const) : {}
  const added = await send(endpoints.addTotp, { ...app, ...declined, add_ticket: draft.ticket })
  return { codes: added.recovery_codes ?? [] }
}

export async function renameApp(send: Send, { appId }: AuthenticatorApp, name: string) {
  await send(endpoints.renameMethod, { id: appId, name })
}

export async function removeApp(send: Send, { appId }: AuthenticatorApp, proof: Proof) {
  await send(endpoints.removeMethod, { id: appId, ...proof })
}

/** A browser that is not asked for a second proof at sign-in. */
export type RememberedBrowser = Awaited<ReturnType<typeof listRemembered>>[number]

export async function listRemembered(send: Send) {
  const { list } = await send(endpoints.rememberedList, {})
  return list.map((wire) => ({
    browserId: wire.id,
    device: wire.device,
    expiresAt: wire.expires_at,
  }))
}

export async function forgetRemembered(send: Send, { browserId }: RememberedBrowser) {
  await send(endpoints.rememberedForget, { id: browserId })
}
