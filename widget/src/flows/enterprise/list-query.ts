import { atom, type ReadableAtom } from 'nanostores'
import type { Page } from '#protocol/lists.ts'
import { reportFailure } from '../form-action.ts'
import type { FormError } from '../form-error.ts'
import type { OrganizationStore } from './organization-store.ts'

/** Total of a list whose rows nobody counts. */
export const UNCOUNTED = -1

/** Rows of a list on one page. */
export const ROWS_AT_ONCE = 50

/** Pause in typing before a search, in milliseconds. */
const TYPING_MS = 200

/** State of a list: the page that is shown, and whether it is loading. */
export interface ListState<Row> {
  step: 'loading' | 'ready' | 'failed'
  rows: readonly Row[]
  total: number
  page: number
  hasMore: boolean
  formError?: FormError | undefined
}

/** A list that is fetched page by page, filtered by the server. */
export interface ListQuery<Row, Filter> {
  $state: ReadableAtom<ListState<Row>>
  $filter: ReadableAtom<Filter>
  load(): Promise<void>
  /** Shows the first page of what passes; what is typed waits until the person pauses. */
  filter(change: Partial<Filter>, isTyped?: boolean): void
  go(page: number): void
  dispose(): void
}

/** Makes the query of one list; only the reply to the latest request counts. */
export function createListQuery<Row, Filter extends object>(
  store: OrganizationStore,
  first: Filter,
  fetchPage: (filter: Filter, page: number, signal: AbortSignal) => Promise<Page<Row>>,
): ListQuery<Row, Filter> {
  const $state = atom<ListState<Row>>({
    step: 'loading',
    rows: [],
    total: 0,
    page: 1,
    hasMore: false,
  })
  const $filter = atom(first)
  let running = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function load(page = $state.get().page): Promise<void> {
    clearTimeout(timer)
    running.abort()
    const mine = new AbortController()
    running = mine
    $state.set({ ...$state.get(), step: 'loading', formError: undefined })
    const signal = AbortSignal.any([mine.signal, store.instance.signal])
    try {
      const found = await fetchPage($filter.get(), page, signal)
      if (signal.aborted) return
      // The last row of the last page is gone.
      if (found.list.length === 0 && page > 1) {
        await load(page - 1)
        return
      }
      const { list: rows, total, has_more: hasMore } = found
      $state.set({ step: 'ready', rows, total, page, hasMore })
    } catch (error) {
      if (signal.aborted) return
      $state.set({ ...$state.get(), step: 'failed', formError: store.errorOf(error) })
      reportFailure(store.instance, error)
    }
  }

  return {
    $state,
    $filter,
    load: () => load(),
    filter(change, isTyped = false) {
      $filter.set({ ...$filter.get(), ...change })
      clearTimeout(timer)
      if (isTyped) timer = setTimeout(() => void load(1), TYPING_MS)
      else void load(1)
    },
    go: (page) => void load(page),
    dispose() {
      clearTimeout(timer)
      running.abort()
    },
  }
}

/** Makes a query of a list that is loaded already. */
export function pageOfRows<Row>(rows: readonly Row[], page: number): Page<Row> {
  const from = (page - 1) * ROWS_AT_ONCE
  const list = rows.slice(from, from + ROWS_AT_ONCE)
  const has_more = from + list.length < rows.length
  return { list, total: rows.length, page, page_size: ROWS_AT_ONCE, has_more }
}
