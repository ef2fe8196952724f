import type { OrganizationEventKind } from '#protocol/organization-event-kinds.ts'
import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

/** One entry of the record of an organization. */
export interface OrganizationEvent {
  id: string
  organizationId: string
  at: number
  kind: OrganizationEventKind
  /** Membership of who did it, or `operator`. */
  actor: string
  actorName: string
  /** Id or key of what was changed; empty for the organization. */
  target: string
  targetName: string
  /** JSON object. */
  detail: string
  aid: number
  device: string
  address: string
}

/** Filter of a list of entries. */
export interface EventFilter {
  kind?: OrganizationEventKind | undefined
  actor?: string | undefined
  target?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

/** The record of organizations. */
export interface OrganizationEventRepository {
  /** Returns false when the id is taken. */
  insert(event: OrganizationEvent): Promise<boolean>
  /** Inserts an entry, or gives the one with its id another detail. */
  replace(event: OrganizationEvent): Promise<void>
  /** Returns entries, newest first, after the entry with id `after`. */
  list(
    organizationId: string,
    filter: EventFilter,
    page: { after: string; limit: number },
  ): Promise<OrganizationEvent[]>
}

/** The record of organizations in SQL. */
export function organizationEventRepository(query: Queries): OrganizationEventRepository {
  return {
    insert: (event) =>
      changesAny(
        query
          .insertInto('organizationEvents')
          .values(event)
          .onConflict((conflict) => conflict.doNothing()),
      ),
    replace: async ({ detail, ...event }) => {
      await query
        .insertInto('organizationEvents')
        .values({ ...event, detail })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ detail }))
        .execute()
    },
    list: async (organizationId, { kind, actor, target, from, to }, { after, limit }) => {
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
