import { pathIn } from '#protocol/families.ts'
import type { OrganizationEventKind } from '#protocol/organization-event-kinds.ts'
import type { OrganizationEventInfo } from '#protocol/organization-objects.ts'
import {
  exportOrganizationEvents,
  listOrganizationEvents as endpoint,
} from '#protocol/web/organization-events.ts'
import type { SendOptions } from '../create-client.ts'
import type { ClientSettings } from '../settings.ts'
import type { OrganizationSend } from './send.ts'

/** Something that happened in an organization. */
export type OrganizationEvent = ReturnType<typeof toEvent>

function toEvent(wire: OrganizationEventInfo) {
  return {
    eventId: wire.event_id,
    time: wire.time,
    kind: wire.kind,
    /** Membership of who did it, `operator`, or empty for who was invited. */
    actor: wire.actor,
    actorName: wire.actor_name,
    /** Membership, invitation or role that was changed, or permission that was lacking. */
    target: wire.target,
    targetName: wire.target_name,
    /** JSON object with the facts of the event. */
    detail: wire.detail,
    device: wire.device,
    address: wire.address,
  }
}

/** Filter of events; `to` is the second after the last one. */
export interface EventFilter {
  kind: OrganizationEventKind | undefined
  from: number | undefined
  to: number | undefined
}

/** Returns a page; `cursor` is the `next` of the page before. */
export async function listOrganizationEvents(
  send: OrganizationSend,
  { cursor, pageSize, ...filter }: EventFilter & { cursor: string | undefined; pageSize: number },
  options?: SendOptions,
) {
  const reply = await send(endpoint, { ...filter, cursor, page_size: pageSize }, options)
  return { list: reply.list.map(toEvent), next: reply.next_cursor }
}

/** Returns the address of a download of all events that match. */
export function exportAddress(
  { aid, subjectAid = aid, server, language }: ClientSettings,
  { organizationId, ...call }: EventFilter & { organizationId: string; format: 'csv' | 'ndjson' },
): string {
  const fields = {
    aid,
    subject_aid: subjectAid,
    language,
    account_sdk_source: 'web',
    subject_uid: organizationId,
    ...call,
  }
  const search = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
  const [tail = ''] = exportOrganizationEvents.paths.aff ?? []
  return `${server ?? ''}${pathIn('aff', tail)}?${search}`
}
