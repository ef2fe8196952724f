import {
  organizationEventKinds,
  type OrganizationEventKind,
} from '#protocol/organization-event-kinds.ts'
import {
  exportAddress,
  listOrganizationEvents,
  type EventFilter,
  type OrganizationEvent,
} from '../../client/calls/organization-events.ts'
import { createListQuery, PAGE_ROWS, UNCOUNTED } from '../../ui/flows/list-query.ts'
import type { OrganizationStore } from './organization-store.ts'

/** Empty fields filter nothing. */
export interface ActivityFilter {
  kind: '' | OrganizationEventKind
  /** First and last day, `YYYY-MM-DD`. */
  from: string
  to: string
}

export type ActivityFlow = ReturnType<typeof createActivityFlow>

const DAY_SECONDS = 24 * 60 * 60

export function createActivityFlow(store: OrganizationStore) {
  /** Cursor of each page; a page's reply holds the cursor of the next. */
  const cursors = ['']
  const query = createListQuery<OrganizationEvent, ActivityFilter>(
    store.instance,
    { kind: '', from: '', to: '' },
    async (filter, page, signal) => {
      const call = {
        ...fieldsOf(filter),
        cursor: (page > 1 && cursors[page - 1]) || undefined,
        pageSize: PAGE_ROWS,
      }
      const { list, next } = await listOrganizationEvents(store.send, call, { signal })
      cursors[page] = next
      return { list, total: UNCOUNTED, hasMore: next !== '' }
    },
  )
  return {
    query,
    /** Returns the URL of a download of all filtered events. */
    fileAddress(format: 'csv' | 'ndjson') {
      const state = store.$state.get()
      const organizationId = state.at === 'ready' ? state.organization.organizationId : ''
      const filter = fieldsOf(query.$filter.get())
      return exportAddress(store.instance.$settings.get(), { ...filter, organizationId, format })
    },
    dispose: () => query.dispose(),
  }
}

export function toEventKind(name: string): ActivityFilter['kind'] {
  return organizationEventKinds.find((one) => one === name) ?? ''
}

// The last day is included.
function fieldsOf({ kind, from, to }: ActivityFilter): EventFilter {
  const start = secondsOf(from)
  const end = secondsOf(to)
  return { kind: kind || undefined, from: start, to: end && end + DAY_SECONDS }
}

function secondsOf(day: string): number | undefined {
  const time = new Date(`${day}T00:00`).getTime()
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000)
}
