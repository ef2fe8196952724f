import { mask } from 'superstruct'
import type { Reply } from '#protocol/endpoint.ts'
import { user as userStruct } from '#protocol/objects.ts'
import { authBindLogin, authLogin, oauthProfile } from '#protocol/web/providers.ts'
import { registerBind } from '#protocol/web/registration.ts'
import { addressFields, type Address } from './address.ts'
import type { Send } from './send.ts'

/** The account at a provider that a key stands for. */
export type ThirdPartyProfile = ReturnType<typeof toProfile>

function toProfile(wire: Reply<typeof oauthProfile>) {
  return {
    /** Display name of the provider. */
    providerTitle: wire.platform_title,
    handle: wire.screen_name,
    name: wire.name,
    /** Masked; empty unless the provider has verified it. */
    email: wire.email,
    /** Whether an account here has that address. */
    isRegistered: wire.is_registered === 1,
    /** Whether the key signs in already. */
    isLinked: wire.is_linked === 1,
  }
}

export async function thirdPartyProfile(send: Send, key: string) {
  return toProfile(await send(oauthProfile, { profile_key: key }))
}

/** Signs in with a linked account. */
export async function signInByKey(send: Send, key: string) {
  return mask(await send(authLogin, { profile_key: key }), userStruct)
}

/** Links the account to one here, which a password or a code proves. */
export function linkByProof(
  send: Send,
  key: string,
  proof: { account: string; password: string } | { address: Address; code: string },
) {
  const fields = 'address' in proof ? { ...addressFields(proof.address), code: proof.code } : proof
  return send(authBindLogin, { profile_key: key, ...fields })
}

/** Signs up with the account; without a name, by the one that the provider tells. */
export function signUpByKey(send: Send, key: string, name: string) {
  return send(registerBind, { profile_key: key, ...(name !== '' && { name }) })
}
