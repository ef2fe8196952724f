import type { Queries } from './database.ts'
import { statement } from './statement.ts'

/** What can happen to an account that its owner or the operator should be able to look up. */
export const eventKinds = [
  'signed_up',
  'signed_in',
  'signed_out',
  'signed_out_everywhere',
  'session_revoked',
  'password_set',
  'password_changed',
  'password_reset',
  'password_locked',
  'second_verified',
  'mobile_bound',
  'mobile_unbound',
  'mobile_changed',
  'email_bound',
  'email_unbound',
  'email_changed',
  'connection_added',
  'connection_removed',
  'qr_confirmed',
  'qr_refused',
  'closing_started',
  'closing_revoked',
  'account_deleted',
  'banned',
  'unbanned',
] as const

/** Kind of a security event. */
export type EventKind = (typeof eventKinds)[number]

/** A security event as it is kept: no secret, and no address in full. */
export interface SecurityEvent {
  id: string
  accountId: string
  kind: EventKind
  /** How: the operation, or the platform of a connection. */
  by: string
  aid: number
  /** Browser and system in words. */
  device: string
  /** Network address without its last part. */
  address: string
  at: number
}

/** What security events need from a database. */
export interface EventRepository {
  /** False when the id is taken. */
  insert(event: SecurityEvent): Promise<boolean>
  /** Events of an account, or of all, newest first. */
  list(
    accountId: string | undefined,
    page: { offset: number; limit: number },
  ): Promise<{ list: SecurityEvent[]; total: number }>
}

const insert = statement((query, { accountId, ...event }: SecurityEvent) =>
  query
    .insertInto('security_events')
    .values({ ...event, account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
)

/** Security events in SQL. */
export function eventRepository(query: Queries): EventRepository {
  return {
    insert: async (event) => {
      const inserted = await insert(query, event)
      return inserted.length > 0
    },
    list: async (accountId, { offset, limit }) => {
      const all = query
        .selectFrom('security_events')
        .$if(accountId !== undefined, (of) => of.where('account_id', '=', accountId ?? ''))
      const { total } = await all
        .select((count) => count.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const rows = await all
        .selectAll()
        // Two events of one millisecond keep their order by the id.
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .offset(offset)
        .limit(limit)
        .execute()
      return {
        list: rows.map(({ account_id, ...event }) => ({ ...event, accountId: account_id })),
        total: Number(total),
      }
    },
  }
}
