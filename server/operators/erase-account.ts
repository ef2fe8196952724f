import { eraseAccount } from '../account-deletion/erase-account.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { requireAnotherOwner } from './manage-operators.ts'
import { named, noteAct, type OperatorAct } from './account-states.ts'
import type { Services } from '../services/services.ts'

/** Erases an account at once. @throws OperatorError for a manager of an organization, and the last owner of the console */
export async function eraseForOperator(
  { transaction }: Pick<Services, 'transaction'>,
  act: OperatorAct,
): Promise<void> {
  await transaction(async (tx) => {
    const account = await tx.accounts.lock(act.account.id)
    if (account === undefined) {
      throw new OperatorError('unknown', 'account', act.account.id)
    }
    // A hand-over that would make its owner a manager ends, or has ended before they are counted.
    await tx.managerTransfers.cancelTo(account.id)
    const managed = await tx.memberships.managed(account.id)
    if (managed.length > 0) {
      throw new OperatorError('still_manager', 'manages', named(account), managed.join(', '))
    }
    await requireAnotherOwner(tx.operators, account.id)
    await eraseAccount(tx, account)
    await noteAct(tx, 'account_deleted', act)
  })
}
