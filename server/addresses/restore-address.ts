import { randomBytes } from 'node:crypto'
import type { Accounts } from '../accounts/accounts.ts'
import type { FormerAddresses } from '../accounts/former-addresses.ts'
import type { RequestSource } from '../calls/call.ts'
import type { Events } from '../events/events.ts'
import type { Clock } from '../lib/clock.ts'
import type { Account } from '../store/account-repository.ts'
import { FORMER_ADDRESS_MS } from '../store/former-address-repository.ts'
import type { Recipient } from '../store/recipient.ts'

/** Services that this module needs. */
export interface RestoreAddressServices {
  accounts: Accounts
  clock: Clock
  events: Events
  formerAddresses: FormerAddresses
}

/**
 * Puts an address back into a locked account; the one that it replaces can be restored as well.
 * Returns false where the address belongs to another account by now.
 */
export async function restoreAddress(
  tx: RestoreAddressServices,
  source: RequestSource,
  account: Account,
  { channel, address }: Recipient,
): Promise<boolean> {
  const current = account[channel]
  if (current === address) return true
  if (!(await tx.accounts.setAddress(account.id, channel, current, address))) return false
  if (current !== null) {
    const leftAt = tx.clock()
    await tx.formerAddresses.addFormer({
      id: randomBytes(16).toString('base64url'),
      accountId: account.id,
      channel,
      address: current,
      leftAt,
      expiresAt: leftAt + FORMER_ADDRESS_MS,
    })
  }
  await tx.events.note(source, `${channel}_${current === null ? 'bound' : 'changed'}`, account.id)
  return true
}
