import { CLOCK_SKEW_MS } from '../lib/clock.ts'
import { changesAny, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { ManagerTransfer } from './schema/organizations.ts'

/** Hand-overs; each step is one conditional statement. */
export type ManagerTransferRepository = ReturnType<typeof managerTransferRepository>

/** Hand-overs in SQL. */
export function managerTransferRepository(query: Queries) {
  return {
    /** Starts a hand-over in place of any before. */
    start: (transfer: ManagerTransfer) =>
      run(
        query
          .insertInto('managerTransfers')
          .values({ ...transfer, codeHash: '', tries: 0 })
          .onConflict((conflict) => conflict.column('organizationId').doUpdateSet(transfer)),
      ),
    find: (organizationId: string, now: number) =>
      query
        .selectFrom('managerTransfers')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('expiresAt', '>', now)
        .executeTakeFirst(),
    /** Records a code for a successor; false when too many were sent, or one too lately. */
    sendCode: (
      organizationId: string,
      change: Pick<ManagerTransfer, 'toId' | 'sentAt'>,
      { maxSent, sentBefore }: { maxSent: number; sentBefore: number },
    ) =>
      changesAny(
        query
          .updateTable('managerTransfers')
          .set((row) => ({
            ...change,
            state: 'code_sent',
            sentCount: row('sentCount', '+', 1),
          }))
          .where('organizationId', '=', organizationId)
          .where('sentCount', '<', maxSent)
          .where((row) =>
            row.or([
              row('sentAt', '<=', sentBefore),
              row('sentAt', '>', change.sentAt + CLOCK_SKEW_MS),
            ]),
          ),
      ),
    agree: (organizationId: string, toId: string, expiresAt: number) =>
      changesAny(
        query
          .updateTable('managerTransfers')
          .set({ state: 'agreed', expiresAt })
          .where('organizationId', '=', organizationId)
          .where('toId', '=', toId)
          .where('state', '=', 'code_sent'),
      ),
    /** Uses an agreed hand-over up; false when it is not agreed between these two. */
    use: (
      {
        organizationId,
        fromId,
        toId,
        verifyHash,
      }: Pick<ManagerTransfer, 'organizationId' | 'fromId' | 'toId' | 'verifyHash'>,
      now: number,
    ) =>
      changesAny(
        query
          .deleteFrom('managerTransfers')
          .where('organizationId', '=', organizationId)
          .where('fromId', '=', fromId)
          .where('toId', '=', toId)
          .where('verifyHash', '=', verifyHash)
          .where('state', '=', 'agreed')
          .where('expiresAt', '>', now),
      ),
    /** Ends the hand-overs that memberships take part in; returns how many. */
    cancelOf: async (membershipIds: readonly string[]) => {
      if (membershipIds.length === 0) return 0
      const ended = await query
        .deleteFrom('managerTransfers')
        .where((row) =>
          row.or([row('fromId', 'in', membershipIds), row('toId', 'in', membershipIds)]),
        )
        .returning('organizationId')
        .execute()
      return ended.length
    },
    /** Ends those whose successor is a membership of the account. */
    cancelTo: (accountId: string) =>
      run(
        query
          .deleteFrom('managerTransfers')
          .where('toId', 'in', (row) =>
            row.selectFrom('memberships').select('id').where('accountId', '=', accountId),
          ),
      ),
  }
}
