import type { MethodInfo } from '#protocol/objects.ts'
import type { CreatedCredential } from '#protocol/passkeys.ts'
import { removeMethod, renameMethod } from '#protocol/web/methods.ts'
import * as endpoints from '#protocol/web/passkeys.ts'
import type { SendOptions } from '../create-client.ts'
import { isRejection, NetworkError } from '../errors.ts'
import { signalPasskeys, signalUnknown } from '../passkey-signals.ts'
import { fetchMethods } from './methods.ts'
import type { Send } from './send.ts'

/** A passkey of the person. */
export type Passkey = ReturnType<typeof toPasskey>

function toPasskey(wire: MethodInfo) {
  return {
    passkeyId: wire.id,
    name: wire.name,
    createdAt: wire.created_at,
    /** 0 for never. */
    lastUsedAt: wire.last_used_at,
    /** Who keeps it; empty where that is not known. */
    provider: wire.provider,
    isSynced: wire.is_synced === 1,
    /** Whether there seems to be a copy, so that it does not work until its owner confirms it. */
    isSuspect: wire.is_suspect === 1,
  }
}

/** What a new passkey is made with. */
export type PasskeyDraft = Awaited<ReturnType<typeof beginPasskey>>

/** Errors by which the server keeps no new passkey; others may come after it was kept. */
const refusals = ['method_limit', 'passkey_refused', 'session_expired', 'ticket_expired'] as const

/** What proves the person where their sign-in is too old. */
interface Proof {
  ticket?: string
}

/** Lists the passkeys, which the authenticators hear of too. */
export async function listPasskeys(send: Send) {
  const { methods, signals } = await fetchMethods(send)
  await signalPasskeys(signals)
  return methods.filter(({ method }) => method === 'passkey_verify').map(toPasskey)
}

/** Tells the authenticators the name and address that the person has now, where the browser can. */
export async function renewPasskeyNames(send: Send) {
  if (typeof PublicKeyCredential !== 'function') return
  if (PublicKeyCredential.signalCurrentUserDetails === undefined) return
  // They hear it the next time that the page opens, too.
  await listPasskeys(send).catch(() => undefined)
}

export async function beginPasskey(send: Send, proof: Proof, options?: SendOptions) {
  const wire = await send(endpoints.passkeyCreateOptions, proof, options)
  return { options: wire.options, ticket: wire.add_ticket }
}

/**
 * Adds a passkey; recovery codes come with the first method. One that is refused is of no use to its
 * authenticator, unless the call is repeated after its replies were lost.
 */
export async function addPasskey(
  send: Send,
  { options, ticket }: PasskeyDraft,
  made: CreatedCredential,
  isRepeated: boolean,
) {
  const create = () => send(endpoints.createPasskey, { credential: made, add_ticket: ticket })
  const wire = await create().catch(async (error: unknown) => {
    // It exists by now, and the call gives the same reply when it is repeated.
    if (error instanceof NetworkError) return await create()
    if (!isRepeated && isRejection(error, ...refusals)) await signalUnknown(options.rp.id, made.id)
    throw error
  })
  await signalPasskeys(wire.signals)
  return { name: wire.name, codes: wire.recovery_codes ?? [] }
}

export async function renamePasskey(send: Send, { passkeyId }: Passkey, name: string) {
  await send(renameMethod, { id: passkeyId, name })
}

export async function confirmPasskey(send: Send, { passkeyId }: Passkey, proof: Proof) {
  await send(endpoints.confirmPasskey, { id: passkeyId, ...proof })
}

export async function removePasskey(send: Send, { passkeyId }: Passkey, proof: Proof) {
  await signalPasskeys((await send(removeMethod, { id: passkeyId, ...proof })).signals)
}
