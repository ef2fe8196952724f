import { Readable } from 'node:stream'
import type { OrganizationEventKind } from '#protocol/organization-event-kinds.ts'
import type * as endpoints from '#protocol/web/organization-events.ts'
import { DAY_MS, SECOND_MS, toSeconds } from '../lib/clock.ts'
import { changeAs, requireActor } from '../organizations/acting.ts'
import { describeOrganizationEvent, exportEvents } from '../organizations/export-events.ts'
import type { EventFilter } from '../store/organization-event-repository.ts'
import type { Handlers } from './handler.ts'

/** Handlers of `protocol/web/organization-events.ts`. */
export const organizationEvents = {
  listOrganizationEvents: async (payload, context) => {
    const { membership } = await requireActor(context, payload, 'audit.read')
    const { config, organizationEvents: events } = context.services
    const { cursor: after = '', page_size: size } = payload
    const found = await events.list(membership.organizationId, toFilter(payload), {
      after,
      limit: size + 1,
    })
    const list = found.slice(0, size)
    return {
      list: list.map(describeOrganizationEvent),
      next_cursor: found.length > size ? (list.at(-1)?.id ?? '') : '',
      kept_since: toSeconds(context.now - config.AUDIT_KEPT_DAYS * DAY_MS),
    }
  },

  exportOrganizationEvents: async (payload, context) => {
    const { format } = payload
    const organizationId = await changeAs(
      context,
      payload,
      'audit.export',
      async (tx, { membership }) => {
        await tx.organizationEvents.note(context, membership, 'events_exported', {
          detail: { format },
        })
        return membership.organizationId
      },
    )
    const day = new Date(context.now).toISOString().slice(0, 10)
    const { organizationEvents: events } = context.services
    context.answerWith({
      type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
      headers: { 'content-disposition': `attachment; filename="activity-${day}.${format}"` },
      body: Readable.from(exportEvents(events, organizationId, toFilter(payload), format)),
    })
    return {}
  },
} satisfies Handlers<typeof endpoints>

function toFilter(payload: {
  kind?: OrganizationEventKind | undefined
  actor?: string | undefined
  target?: string | undefined
  from?: number | undefined
  to?: number | undefined
}): EventFilter {
  const { kind, actor, target, from, to } = payload
  return {
    kind,
    actor,
    target,
    from: from === undefined ? undefined : from * SECOND_MS,
    to: to === undefined ? undefined : to * SECOND_MS,
  }
}
