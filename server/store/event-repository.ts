import { countRows, insertNew, readAll } from './statements.ts'
import type { Queries } from './database.ts'
import { isAfter } from './is-after.ts'
import type { EventKind } from './event-kinds.ts'
import type { SecurityEvent } from './schema/accounts.ts'

/** Adds and lists security events. */
export type EventRepository = ReturnType<typeof eventRepository>

/** Filter of events for operators; a missing field matches all. */
export interface EventFilter {
  accountId?: string | undefined
  /** The first moment, in milliseconds. */
  since?: number | undefined
  /** The last moment, in milliseconds. */
  until?: number | undefined
  /** The event after which the list goes on. */
  after?: Pick<SecurityEvent, 'at' | 'id'> | undefined
}

/** Security events in SQL. */
export function eventRepository(query: Queries) {
  const ofAccount = (accountId: string) =>
    query.selectFrom('securityEvents').where('accountId', '=', accountId)
  return {
    /** Returns false when the id is taken. */
    insert: (event: SecurityEvent) => insertNew(query, 'securityEvents', event),
    /** Returns an event of an account. */
    find: (accountId: string, id: string) =>
      ofAccount(accountId).selectAll().where('id', '=', id).executeTakeFirst(),
    /** Returns the kinds of the events of an account since a time. */
    kindsSince: (accountId: string, since: number) =>
      readAll(
        ofAccount(accountId).select('kind').distinct().where('at', '>=', since),
        ({ kind }) => kind,
      ),
    /** Returns the first event of a kind since a time. */
    firstSince: (accountId: string, kind: EventKind, since: number) =>
      ofAccount(accountId)
        .selectAll()
        .where('kind', '=', kind)
        .where('at', '>=', since)
        .orderBy('at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst(),
    /** Returns a page of the events of an account, newest first, and how many it has. */
    list: async (
      accountId: string,
      { offset, limit }: { offset: number; limit: number },
    ): Promise<{ list: SecurityEvent[]; total: number }> => {
      const all = ofAccount(accountId)
      const total = await countRows(all)
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
    /** Returns the newest events that match, without counting the others. */
    latest: async (
      { accountId, since, until, after }: EventFilter,
      limit: number,
    ): Promise<SecurityEvent[]> => {
      let matching = query.selectFrom('securityEvents').selectAll()
      if (accountId !== undefined) matching = matching.where('accountId', '=', accountId)
      if (since !== undefined) matching = matching.where('at', '>=', since)
      if (until !== undefined) matching = matching.where('at', '<=', until)
      matching = matching.where(isAfter('at', 'id', after && [after.at, after.id], '<'))
      return await matching.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
    },
  }
}
