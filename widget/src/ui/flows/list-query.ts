import { atom, type ReadableAtom } from 'nanostores'
import type { Rows } from '../../client/calls/rows.ts'
import type { Instance } from '../../base/instance.ts'
import { reportFailure } from '../../base/report-failure.ts'
import { toFormError, type FormError } from './form-error.ts'

/** Total of a list that the server does not count. */
export const UNCOUNTED = -1

/** Rows of one page. */
export const PAGE_ROWS = 50

/** Delay of a search after the last key, in milliseconds. */
const TYPING_MS = 200

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
  /** Loads the first page; with `isTyped`, after a pause in typing. */
  filter(change: Partial<Filter>, isTyped?: boolean): void
  go(page: number): void
  dispose(): void
}

/** Replies to all but the latest request are ignored. */
export function createListQuery<Row, Filter extends object>(
  instance: Instance,
  first: Filter,
  fetchPage: (filter: Filter, page: number, signal: AbortSignal) => Promise<Rows<Row>>,
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
    const signal = AbortSignal.any([mine.signal, instance.signal])
    try {
      const found = await fetchPage($filter.get(), page, signal)
      if (signal.aborted) return
      // Rows were removed, so that this page no longer exists.
      if (found.list.length === 0 && page > 1) {
        await load(page - 1)
        return
      }
      const { list: rows, total, hasMore } = found
      $state.set({ step: 'ready', rows, total, page, hasMore })
    } catch (error) {
      if (signal.aborted) return
      const formError = toFormError(error, instance.$messages.get(), {})
      $state.set({ ...$state.get(), step: 'failed', formError })
      reportFailure(instance, error)
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

/** Returns one page of rows that are loaded already. */
export function pageOfRows<Row>(rows: readonly Row[], page: number): Rows<Row> {
  const from = (page - 1) * PAGE_ROWS
  const list = rows.slice(from, from + PAGE_ROWS)
  return { list, total: rows.length, hasMore: from + list.length < rows.length }
}
