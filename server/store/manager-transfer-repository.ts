import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

/** Step of a transfer: the manager proved themself, the successor got a code, or agreed. */
export type TransferState = 'proved' | 'code_sent' | 'agreed'

/** The hand-over of an organization. */
export interface ManagerTransfer {
  organizationId: string
  /** Membership of the manager. */
  fromId: string
  /** Membership of the successor; empty until a code is sent. */
  toId: string
  state: TransferState
  verifyHash: string
  codeHash: string
  tries: number
  sentCount: number
  sentAt: number
  expiresAt: number
}

/** Hand-overs; each step is one conditional statement. */
export interface ManagerTransferRepository {
  /** Starts a hand-over in place of any before. */
  start(transfer: ManagerTransfer): Promise<void>
  find(organizationId: string, now: number): Promise<ManagerTransfer | undefined>
  /** Records a code for a successor; false when too many were sent, or one too lately. */
  sendCode(
    organizationId: string,
    change: Pick<ManagerTransfer, 'toId' | 'codeHash' | 'sentAt'>,
    limits: { maxSent: number; sentBefore: number },
  ): Promise<boolean>
  /** Counts an attempt at the code; undefined when none is left. */
  countTry(
    organizationId: string,
    maxTries: number,
    now: number,
  ): Promise<ManagerTransfer | undefined>
  agree(organizationId: string, toId: string, expiresAt: number): Promise<boolean>
  /** Uses an agreed hand-over up; false when it is not agreed between these two. */
  use(
    transfer: Pick<ManagerTransfer, 'organizationId' | 'fromId' | 'toId' | 'verifyHash'>,
    now: number,
  ): Promise<boolean>
  /** Ends the hand-overs that memberships take part in; returns how many. */
  cancelOf(membershipIds: readonly string[]): Promise<number>
  /** Ends those whose successor is a membership of the account. */
  cancelTo(accountId: string): Promise<void>
}

/** Hand-overs in SQL. */
export function managerTransferRepository(query: Queries): ManagerTransferRepository {
  return {
    start: async (transfer) => {
      await query
        .insertInto('managerTransfers')
        .values(transfer)
        .onConflict((conflict) => conflict.column('organizationId').doUpdateSet(transfer))
        .execute()
    },
    find: (organizationId, now) =>
      query
        .selectFrom('managerTransfers')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('expiresAt', '>', now)
        .executeTakeFirst(),
    sendCode: (organizationId, change, { maxSent, sentBefore }) =>
      changesAny(
        query
          .updateTable('managerTransfers')
          .set((row) => ({
            ...change,
            state: 'code_sent',
            tries: 0,
            sentCount: row('sentCount', '+', 1),
          }))
          .where('organizationId', '=', organizationId)
          .where('sentCount', '<', maxSent)
          .where('sentAt', '<=', sentBefore),
      ),
    countTry: (organizationId, maxTries, now) =>
      query
        .updateTable('managerTransfers')
        .set((row) => ({ tries: row('tries', '+', 1) }))
        .where('organizationId', '=', organizationId)
        .where('state', '=', 'code_sent')
        .where('tries', '<', maxTries)
        .where('expiresAt', '>', now)
        .returningAll()
        .executeTakeFirst(),
    agree: (organizationId, toId, expiresAt) =>
      changesAny(
        query
          .updateTable('managerTransfers')
          .set({ state: 'agreed', codeHash: '', expiresAt })
          .where('organizationId', '=', organizationId)
          .where('toId', '=', toId)
          .where('state', '=', 'code_sent'),
      ),
    use: ({ organizationId, fromId, toId, verifyHash }, now) =>
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
    cancelOf: async (membershipIds) => {
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
    cancelTo: async (accountId) => {
      await query
        .deleteFrom('managerTransfers')
        .where('toId', 'in', (row) =>
          row.selectFrom('memberships').select('id').where('accountId', '=', accountId),
        )
        .execute()
    },
  }
}
