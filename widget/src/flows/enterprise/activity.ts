import { pathIn } from '#protocol/families.ts'
import {
  organizationEventKinds,
  type OrganizationEventKind,
} from '#protocol/organization-event-kinds.ts'
import type { OrganizationEventInfo } from '#protocol/organization-objects.ts'
import {
  exportOrganizationEvents,
  listOrganizationEvents,
} from '#protocol/web/organization-events.ts'
import { createListQuery, PAGE_ROWS, UNCOUNTED, type ListQuery } from './list-query.ts'
import type { OrganizationStore } from './organization-store.ts'

/** Empty fields filter nothing. */
export interface ActivityFilter {
  kind: '' | OrganizationEventKind
  /** First and last day, `YYYY-MM-DD`. */
  from: string
  to: string
}

export interface ActivityFlow {
  query: ListQuery<OrganizationEventInfo, ActivityFilter>
  /** Returns the URL of a download of all filtered events. */
  fileAddress(format: 'csv' | 'ndjson'): string
  dispose(): void
}

const DAY_SECONDS = 24 * 60 * 60

export function createActivityFlow(store: OrganizationStore): ActivityFlow {
  /** Cursor of each page; a page's reply holds the cursor of the next. */
  const cursors = ['']
  const query = createListQuery<OrganizationEventInfo, ActivityFilter>(
    store,
    { kind: '', from: '', to: '' },
    async (filter, page, signal) => {
      const call = {
        ...fieldsOf(filter),
        cursor: (page > 1 && cursors[page - 1]) || undefined,
        page_size: PAGE_ROWS,
      }
      const { list, next_cursor: next } = await store.send(listOrganizationEvents, call, { signal })
      cursors[page] = next
      return { list, total: UNCOUNTED, page, page_size: PAGE_ROWS, has_more: next !== '' }
    },
  )
  return {
    query,
    fileAddress(format) {
      const { aid, subjectAid = aid, server, language } = store.instance.$settings.get()
      const state = store.$state.get()
      const fields = Object.entries(fieldsOf(query.$filter.get())).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      )
      const search = new URLSearchParams([
        ['aid', String(aid)],
        ['subject_aid', String(subjectAid)],
        ['language', language],
        ['account_sdk_source', 'web'],
        ['subject_uid', state.at === 'ready' ? state.organization.subject_uid : ''],
        ['format', format],
        ...fields,
      ] as string[][])
      const [tail = ''] = exportOrganizationEvents.paths.aff ?? []
      return `${server}${pathIn('aff', tail)}?${search}`
    },
    dispose: () => query.dispose(),
  }
}

export function toEventKind(name: string): ActivityFilter['kind'] {
  return organizationEventKinds.find((one) => one === name) ?? ''
}

// The last day is included.
function fieldsOf({ kind, from, to }: ActivityFilter): {
  kind: OrganizationEventKind | undefined
  from: number | undefined
  to: number | undefined
} {
  const start = secondsOf(from)
  const end = secondsOf(to)
  return { kind: kind || undefined, from: start, to: end && end + DAY_SECONDS }
}

function secondsOf(day: string): number | undefined {
  const time = new Date(`${day}T00:00`).getTime()
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000)
}
