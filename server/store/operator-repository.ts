import { changesAny, insertNew, readAll } from './statements.ts'
import type { Queries } from './database.ts'
import { isAfter } from './is-after.ts'
import { operatorRoles, type Operator, type OperatorEvent } from './schema/operators.ts'

/** Which entries of the record are listed; undefined for all. */
export interface RecordFilter {
  actor?: string | undefined
  target?: string | undefined
}

/** A place in the record. */
export type RecordPlace = Pick<OperatorEvent, 'at' | 'id'>

/** Operators and their record. */
export type OperatorRepository = ReturnType<typeof operatorRepository>

/** Operators and their record in SQL. */
export function operatorRepository(query: Queries) {
  return {
    find: (accountId: string) =>
      query
        .selectFrom('operators')
        .selectAll()
        .where('accountId', '=', accountId)
        .executeTakeFirst(),
    /** Returns all operators with their names, the oldest first. */
    list: () =>
      query
        .selectFrom('operators')
        .innerJoin('accounts', 'accounts.id', 'operators.accountId')
        .selectAll('operators')
        .select(['accounts.name', 'accounts.state'])
        .orderBy('operators.addedAt')
        .orderBy('operators.accountId')
        .execute(),
    /** Makes an operator, or gives one another role. */
    set: ({ accountId, ...role }: Operator) =>
      query
        .insertInto('operators')
        .values({ accountId, ...role })
        .onConflict((conflict) => conflict.column('accountId').doUpdateSet(role))
        .execute(),
    /** Returns false when the account has no role. */
    remove: (accountId: string) =>
      changesAny(query.deleteFrom('operators').where('accountId', '=', accountId)),
    /** Locks an operator until the end of the transaction; returns false without this role or a higher one. */
    confirm: (accountId: string, role: Operator['role']) =>
      changesAny(
        query
          .updateTable('operators')
          .set((row) => ({ role: row.ref('role') }))
          .where('accountId', '=', accountId)
          .where('role', 'in', operatorRoles.slice(operatorRoles.indexOf(role))),
      ),
    /** Locks the owners who can sign in until the end of the transaction; returns their accounts. */
    lockOwners: () =>
      readAll(
        query
          .updateTable('operators')
          .set({ role: 'owner' })
          .where('role', '=', 'owner')
          .where(
            'accountId',
            'in',
            query.selectFrom('accounts').select('id').where('state', '=', 'active'),
          )
          .returning('accountId'),
        ({ accountId }) => accountId,
      ),
    /** Returns false when the id is taken. */
    record: (event: OperatorEvent) => insertNew(query, 'operatorEvents', event),
    /** Returns entries of the record, newest first, after a place. */
    recorded: (
      { actor, target }: RecordFilter,
      after: RecordPlace | undefined,
      limit: number,
    ): Promise<OperatorEvent[]> =>
      query
        .selectFrom('operatorEvents')
        .selectAll()
        .$if(actor !== undefined, (all) => all.where('actor', '=', actor ?? ''))
        .$if(target !== undefined, (all) => all.where('target', '=', target ?? ''))
        .where(isAfter('at', 'id', after && [after.at, after.id], '<'))
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
  }
}
