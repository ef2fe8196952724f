import { notifyOwner, type NotifyServices } from '../accounts/notify.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import { operatorSource } from '../calls/operator-source.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { endAccess } from '../sessions/end-access.ts'
import type { Transaction } from '../store/transaction.ts'
import { named, noteAct, type OperatorAct, type OperatorServices } from './account-states.ts'

export interface EndPasswordServices extends OperatorServices, NotifyServices {
  transaction: Transaction<EndPasswordServices>
}

/**
 * Makes a password useless, ends all access and tells the owner, who sets a new one by a code. Returns how
 * many sessions ended. @throws OperatorError if no code could reach the owner
 */
export async function endPassword(
  { transaction }: Pick<EndPasswordServices, 'transaction'>,
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
