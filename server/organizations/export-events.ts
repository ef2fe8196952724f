import { withoutFormulas } from '#protocol/formulas.ts'
import type { OrganizationEventInfo } from '#protocol/organization-objects.ts'
import { toSeconds } from '../lib/clock.ts'
import type { EventFilter } from '../store/organization-event-repository.ts'
import type { OrganizationEvents } from './organization-events.ts'
import type { OrganizationEvent } from '../store/schema/organizations.ts'

/** A file format of the record. */
export type ExportFormat = 'ndjson' | 'csv'

const PAGE_SIZE = 500

const columns = [
  'event_id',
  'time',
  'kind',
  'actor',
  'actor_name',
  'target',
  'target_name',
  'detail',
  'aid',
  'device',
  'address',
] as const satisfies (keyof OrganizationEventInfo)[]

/** Returns an event in the form of the protocol. */
export function describeOrganizationEvent(event: OrganizationEvent): OrganizationEventInfo {
  return {
    event_id: event.id,
    time: toSeconds(event.at),
    kind: event.kind,
    actor: event.actor,
    actor_name: event.actorName,
    target: event.target,
    target_name: event.targetName,
    detail: event.detail,
    aid: event.aid,
    device: event.device,
    address: event.address,
  }
}

/** Yields the text of a file with all events, a page at a time so that memory stays small. */
export async function* exportEvents(
  events: Pick<OrganizationEvents, 'list'>,
  organizationId: string,
  filter: EventFilter,
  format: ExportFormat,
): AsyncGenerator<string> {
  // Spreadsheets recognize UTF-8 by the byte order mark.
  if (format === 'csv') yield `\uFEFF${columns.join(',')}\r\n`
  for (let after = ''; ;) {
    const page = await events.list(organizationId, filter, { after, limit: PAGE_SIZE })
    if (page.length > 0) {
      yield page
        .map(describeOrganizationEvent)
        .map((event) => (format === 'csv' ? toCsvRow(event) : `${JSON.stringify(event)}\n`))
        .join('')
    }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE_SIZE) return
    after = last.id
  }
}

function toCsvRow(event: OrganizationEventInfo): string {
  const row = { ...event, time: new Date(event.time * 1000).toISOString() }
  return `${columns.map((name) => toCell(String(row[name]))).join(',')}\r\n`
}

// Spreadsheets would run text that starts like a formula, and users choose names freely.
function toCell(text: string): string {
  const safe = withoutFormulas(text)
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
