import type { MethodInfo } from '#protocol/objects.ts'
import type { PasskeySignal } from '#protocol/passkeys.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import { formatRecipient } from '../accounts/recipients.ts'
import type { Config } from '../config/config.ts'
import { toSeconds } from '../lib/clock.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Passkey } from '../store/schema/proofs.ts'
import type { Passkeys } from './passkeys.ts'
import { providerOf } from './providers.ts'

/** Returns a passkey in the form of the protocol. */
export function describePasskey(passkey: Passkey): MethodInfo {
  const { aaguid, createdAt, id, isBackedUp, lastUsedAt, name, state } = passkey
  return {
    id,
    method: 'passkey_verify',
    name,
    created_at: toSeconds(createdAt),
    last_used_at: toSeconds(lastUsedAt),
    provider: providerOf(aaguid),
    is_synced: isBackedUp,
    is_suspect: state === 'suspect' ? 1 : 0,
  }
}

/** Returns what an authenticator calls an account: its first address, else its username or name. */
export function personOf(account: Account): { name: string; displayName: string } {
  const [recipient] = recipientsOf(account)
  const name = recipient && formatRecipient(recipient)
  return { name: name ?? account.username ?? account.name, displayName: account.name }
}

/** Returns what authenticators are to know of an account, for each name that they know it by. */
export async function signalsOf(
  { config, passkeys }: { config: Config; passkeys: Passkeys },
  account: Account,
): Promise<PasskeySignal[]> {
  if (!config.hasPasskeys) return []
  const { name, displayName } = personOf(account)
  const own = await passkeys.of(account.id)
  // The present ones also where none is left, so that the authenticator forgets the last one.
  const present = { rpId: config.PASSKEY_RP_ID, userHandle: passkeys.handleOf(account.id) }
  const groups = new Map(
    [present, ...own].map(({ rpId, userHandle }) => [
      `${rpId} ${userHandle}`,
      { rp_id: rpId, user_handle: userHandle },
    ]),
  )
  return Array.from(groups.values(), (group) => ({
    ...group,
    credential_ids: own
      .filter((one) => one.rpId === group.rp_id && one.userHandle === group.user_handle)
      .map(({ credentialId }) => credentialId),
    name,
    display_name: displayName,
  }))
}
