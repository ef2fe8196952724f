import { OperatorError } from '../lib/operator-error.ts'
import type { OperatorRepository } from '../store/operator-repository.ts'
import { operatorRoles, type Operator, type OperatorRole } from '../store/schema/operators.ts'
import type { Services } from '../services/services.ts'

/** Makes somebody an operator, or gives an operator another role; returns the former one. @throws OperatorError for the last owner */
export async function setOperator(
  services: Pick<Services, 'transaction'>,
  operator: Omit<Operator, 'addedAt'>,
): Promise<OperatorRole | undefined> {
  return await services.transaction(async ({ clock, operators }) => {
    if (operator.role !== 'owner') await requireAnotherOwner(operators, operator.accountId)
    const former = await operators.find(operator.accountId)
    await operators.set({ ...operator, addedAt: clock() })
    return former?.role
  })
}

/** Takes an operator's role away, which ends the console for that person at once. @throws OperatorError */
export async function removeOperator(
  services: Pick<Services, 'transaction'>,
  accountId: string,
): Promise<void> {
  await services.transaction(async ({ operators }) => {
    await requireAnotherOwner(operators, accountId)
    if (await operators.remove(accountId)) return
    throw new OperatorError('unknown', 'operator', accountId)
  })
}

/** Returns whether a role may do what another one is needed for. */
export function mayActAs(role: OperatorRole, needed: OperatorRole): boolean {
  return operatorRoles.indexOf(role) >= operatorRoles.indexOf(needed)
}

/** @throws OperatorError for the operator's own account, and for that of one with a higher role */
export async function requireMayActOn(
  operators: OperatorRepository,
  { accountId, role }: Pick<Operator, 'accountId' | 'role'>,
  whom: string,
): Promise<void> {
  if (whom === accountId) throw new OperatorError('conflict', 'oneself')
  const other = await operators.find(whom)
  if (other !== undefined && !mayActAs(role, other.role)) {
    throw new OperatorError('conflict', 'higherRole')
  }
}

/** @throws OperatorError for the last owner */
export async function requireAnotherOwner(
  operators: OperatorRepository,
  accountId: string,
): Promise<void> {
  const owners = await operators.lockOwners()
  if (owners.length === 1 && owners[0] === accountId) {
    throw new OperatorError('conflict', 'lastOwner')
  }
}
