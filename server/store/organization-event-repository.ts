import type { OrganizationEventKind } from '#protocol/organization-event-kinds.ts'
import { readAll, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { OrganizationEvent } from './schema/organizations.ts'

/** Filter of a list of entries. */
export interface EventFilter {
  kind?: OrganizationEventKind | undefined
  actor?: string | undefined
  target?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

/** The record of organizations. */
export type OrganizationEventRepository = ReturnType<typeof organizationEventRepository>

/** The record of organizations in SQL. */
export function organizationEventRepository(query: Queries) {
  return {
    /** Returns the ids that were free. */
    insert: (events: readonly OrganizationEvent[]) =>
      readAll(
        query
          .insertInto('organizationEvents')
          .values(events)
          .onConflict((conflict) => conflict.doNothing())
          .returning('id'),
        ({ id }) => id,
      ),
    /** Inserts an entry, or gives the one with its id another detail. */
    replace: ({ detail, ...event }: OrganizationEvent) =>
      run(
        query
          .insertInto('organizationEvents')
          .values({ ...event, detail })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ detail })),
      ),
    /** Returns whether somebody was removed from an organization, and has not left it by themself since. */
    wasRemoved: async (organizationId: string, accountId: string): Promise<boolean> => {
      const last = await query
        .selectFrom('organizationEvents')
        .select('kind')
        .where('accountId', '=', accountId)
        .where('organizationId', '=', organizationId)
        .where('kind', 'in', ['member_removed', 'member_left'])
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return last?.kind === 'member_removed'
    },
    /** Returns entries, newest first, after the entry with id `after`. */
    list: async (
      organizationId: string,
      { kind, actor, target, from, to }: EventFilter,
      { after, limit }: { after: string; limit: number },
    ): Promise<OrganizationEvent[]> => {
      let events = query
        .selectFrom('organizationEvents')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
      if (kind !== undefined) events = events.where('kind', '=', kind)
      if (actor !== undefined) events = events.where('actor', '=', actor)
      if (target !== undefined) events = events.where('target', '=', target)
      if (from !== undefined) events = events.where('at', '>=', from)
      if (to !== undefined) events = events.where('at', '<', to)
      if (after !== '') {
        const last = query
          .selectFrom('organizationEvents')
          .where('id', '=', after)
          .where('organizationId', '=', organizationId)
        events = events.where((row) =>
          row.or([
            row('at', '<', last.select('at')),
            row.and([row('at', '=', last.select('at')), row('id', '<', after)]),
          ]),
        )
      }
      return await events.execute()
    },
  }
}
