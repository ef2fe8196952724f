import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

/** What happened in an organization. */
export type OrganizationEventKind =
  | 'organization_created'
  | 'organization_updated'
  | 'organization_frozen'
  | 'organization_unfrozen'
  | 'member_joined'
  | 'member_updated'
  | 'member_frozen'
  | 'member_unfrozen'
  | 'member_removed'
  | 'member_left'
  | 'role_created'
  | 'role_updated'
  | 'role_banned'
  | 'role_unbanned'
  | 'role_given'
  | 'role_taken'
  | 'invitation_sent'
  | 'invitation_updated'
  | 'invitation_resent'
  | 'invitation_cancelled'
  | 'invitation_declined'
  | 'invitation_reported'
  | 'transfer_started'
  | 'transfer_code_sent'
  | 'transfer_agreed'
  | 'transfer_cancelled'
  | 'manager_changed'
  | 'events_exported'

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

/** Which entries a list has. */
export interface EventFilter {
  kind?: string | undefined
  actor?: string | undefined
  target?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

/** The record of organizations. */
export interface OrganizationEventRepository {
  /** Returns false when the id is taken. */
  insert(event: OrganizationEvent): Promise<boolean>
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
    list: async (organizationId, { kind, actor, target, from, to }, { after, limit }) => {
      let events = query
        .selectFrom('organizationEvents')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
      if (kind !== undefined) events = events.where('kind', '=', kind as OrganizationEventKind)
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
