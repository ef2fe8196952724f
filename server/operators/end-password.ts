import { notifyOwner } from '../accounts/notify.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import { operatorSource } from '../calls/operator-source.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { endAccess } from '../sessions/end-access.ts'
import { named, noteAct, type OperatorAct } from './account-states.ts'
import type { Services } from '../services/services.ts'

/**
 * Makes a password useless, ends all access and tells the owner, who sets a new one by a code. Returns how
 * many sessions ended. @throws OperatorError if no code could reach the owner
 */
export async function endPassword(
  { transaction }: Pick<Services, 'transaction'>,
  act: Omit<OperatorAct, 'account'> & { account: { id: string } },
): Promise<number> {
  return await transaction(async (tx) => {
    const account = await tx.accounts.lock(act.account.id)
    if (account === undefined) throw new OperatorError('unknown', 'accountGone')
    if (recipientsOf(account).length === 0) {
      throw new OperatorError('conflict', 'noAddress', named(account))
    }
    await tx.accounts.setPassword(account.id, null)
    await noteAct(tx, 'password_ended', { ...act, account })
    const sessions = await endAccess(tx, account)
    await notifyOwner(tx, operatorSource(act.actor), account, { event: 'password_ended' })
    return sessions
  })
}
