import { operatorSource, type Actor } from '../calls/operator-source.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { endAccess } from '../sessions/end-access.ts'
import type { Recipient } from '../store/recipient.ts'
import { noteAct } from './account-states.ts'
import { restoreAddress } from '../addresses/restore-address.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Services } from '../services/services.ts'

/**
 * Puts an address back that left its account lately, and signs that account out everywhere. `accountId` is
 * the account that it must have left, if one is given. @throws OperatorError
 */
export async function restoreForOperator(
  services: Services,
  actor: Actor,
  recipient: Recipient,
  { accountId, reason = '' }: { accountId?: string; reason?: string } = {},
): Promise<{ account: Account; sessions: number }> {
  return await services.transaction(async (tx) => {
    const { address } = recipient
    const formerId = await findFormerOwner(tx, recipient, accountId)
    const account = await tx.accounts.lock(formerId)
    if (account === undefined) {
      throw new OperatorError('unknown', 'formerOwner', address)
    }
    if (!(await restoreAddress(tx, operatorSource(actor), account, recipient))) {
      throw new OperatorError('conflict', 'addressTaken', address)
    }
    await noteAct(tx, 'signed_out_everywhere', { actor, account, reason })
    const sessions = await endAccess(tx, account)
    await tx.trustedDevices.forget(account.id)
    return { account, sessions }
  })
}

async function findFormerOwner(
  { formerAddresses, clock }: Services,
  recipient: Recipient,
  accountId: string | undefined,
): Promise<string> {
  const { address } = recipient
  const owners = await formerAddresses.formerOwners(recipient, clock())
  const ids = new Set(owners.map((former) => former.accountId))
  const own = [...ids].filter((id) => accountId === undefined || id === accountId)
  const [latest] = own
  if (latest === undefined) {
    throw new OperatorError('unknown', 'noFormerOwner', address)
  }
  if (own.length > 1) {
    throw new OperatorError('conflict', 'severalFormer', address, own.join(', '))
  }
  return latest
}
