import { randomBytes } from 'node:crypto'
import type { FormerAddresses } from '../accounts/former-addresses.ts'
import type { Clock } from '../lib/clock.ts'
import { FORMER_ADDRESS_MS } from '../store/former-address-repository.ts'
import type { Recipient } from '../store/recipient.ts'

/** Keeps an address that has just left an account, so that it can be put back. */
export async function recordFormer(
  tx: { clock: Clock; formerAddresses: FormerAddresses },
  accountId: string,
  recipient: Recipient,
): Promise<void> {
  const leftAt = tx.clock()
  await tx.formerAddresses.addFormer({
    ...recipient,
    id: randomBytes(16).toString('base64url'),
    accountId,
    leftAt,
    expiresAt: leftAt + FORMER_ADDRESS_MS,
  })
}
