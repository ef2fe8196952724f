import { randomBytes } from 'node:crypto'
import { FORMER_ADDRESS_MS } from '../store/former-address-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import type { Services } from '../services/services.ts'

/** Keeps an address that has just left an account, so that it can be put back. */
export async function recordFormer(
  tx: Pick<Services, 'clock' | 'formerAddresses'>,
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
