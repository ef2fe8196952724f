import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

/** Everything that the owner of an account, or the operator, can look up. */
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
  'program_allowed',
  'program_changed',
  'program_revoked',
  'program_refused',
  'program_token_reused',
  'qr_confirmed',
  'qr_refused',
  'closing_started',
  'closing_revoked',
  'account_deleted',
  'banned',
  'unbanned',
  'account_frozen',
  'account_unfrozen',
  'account_limited',
  'account_unlimited',
] as const

/** Kind of a security event. */
export type EventKind = (typeof eventKinds)[number]

/** A security event; it holds no secret and no complete address. */
export interface SecurityEvent {
  id: string
  accountId: string
  kind: EventKind
  /** The operation, the provider of a linked account, or the name of a client. */
  by: string
  aid: number
  /** Browser and operating system. */
  device: string
  /** Network address without its last part. */
  address: string
  at: number
  /** Fields of the call that are only recorded, as JSON; empty without any. */
  clientFields: string
}

/** Adds and lists security events. */
export interface EventRepository {
  /** Returns false when the id is taken. */
  insert(event: SecurityEvent): Promise<boolean>
  /** Returns whether an account has an event. */
  isOf(accountId: string, id: string): Promise<boolean>
  /** Returns a page of the events of an account, newest first, and how many it has. */
  list(
    accountId: string,
    page: { offset: number; limit: number },
  ): Promise<{ list: SecurityEvent[]; total: number }>
  /** Returns the newest events that match, without counting the others. */
  latest(filter: EventFilter, limit: number): Promise<SecurityEvent[]>
}

/** Filter of events for operators; a missing field matches all. */
export interface EventFilter {
  accountId?: string | undefined
  /** The first moment, in milliseconds. */
  since?: number | undefined
  /** The last moment, in milliseconds. */
  until?: number | undefined
}

/** Security events in SQL. */
export function eventRepository(query: Queries): EventRepository {
  return {
    insert: (event) =>
      changesAny(
        query
          .insertInto('securityEvents')
          .values(event)
          .onConflict((conflict) => conflict.doNothing()),
      ),
    isOf: async (accountId, id) => {
      const row = await query
        .selectFrom('securityEvents')
        .select('id')
        .where('accountId', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row !== undefined
    },
    list: async (accountId, { offset, limit }) => {
      const all = query.selectFrom('securityEvents').where('accountId', '=', accountId)
      const { total } = await all
        .select((count) => count.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const rows = await all
        .selectAll()
        // Events of one millisecond are ordered by their ids.
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .offset(offset)
        .limit(limit)
        .execute()
      return { list: rows, total }
    },
    latest: async ({ accountId, since, until }, limit) => {
      let matching = query.selectFrom('securityEvents').selectAll()
      if (accountId !== undefined) matching = matching.where('accountId', '=', accountId)
      if (since !== undefined) matching = matching.where('at', '>=', since)
      if (until !== undefined) matching = matching.where('at', '<=', until)
      return await matching.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
    },
  }
}
