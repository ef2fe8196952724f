import type { RequestSource } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Recipient } from '../store/recipient.ts'
import { recordFormer } from './former-address.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Services } from '../services/services.ts'

/**
 * Puts an address back into a locked account; the one that it replaces can be restored as well.
 * Returns false, with nothing changed, if the address belongs to another account now.
 * @throws mobile_has_bound if somebody takes the address at this very moment
 */
export async function restoreAddress(
  tx: Services,
  source: RequestSource,
  account: Account,
  { channel, address }: Recipient,
): Promise<boolean> {
  const current = account[channel]
  if (current === address) return true
  const owner = await tx.accounts.lockOwner({ channel, address })
  if (owner !== undefined) return false
  if (!(await tx.accounts.setAddress(account.id, channel, current, address))) {
    throw new PassportError('mobile_has_bound')
  }
  if (current !== null) await recordFormer(tx, account.id, { channel, address: current })
  await tx.events.note(source, `${channel}_${current === null ? 'bound' : 'changed'}`, account.id)
  return true
}
