import { atom } from 'nanostores'
import type { ReactNode } from 'react'
import type { ListQuery, ListState } from '../src/ui/flows/list-query.ts'

/** Shows each state of a screen, under the name of the state. */
export function each<Fixture>(
  states: Record<string, Fixture>,
  show: (fixture: Fixture, name: string) => ReactNode,
): Record<string, ReactNode> {
  return Object.fromEntries(
    Object.entries(states).map(([name, fixture]) => [name, show(fixture, name)]),
  )
}

/** An action without effect: states of the gallery do not change. */
export const nothing = (): void => undefined

/** An action that always fails. */
export const refuse = (): Promise<boolean> => Promise.resolve(false)

/** A call that changes nothing. */
export const stay = (): Promise<void> => Promise.resolve()

/** A list that is loaded, unless `state` says otherwise. */
export function fixtureQuery<Row, Filter>(
  rows: readonly Row[],
  filter: Filter,
  state: Partial<ListState<Row>> = {},
): ListQuery<Row, Filter> {
  const { length: total } = rows
  return {
    $state: atom<ListState<Row>>({ step: 'ready', rows, total, page: 1, hasMore: false, ...state }),
    $filter: atom(filter),
    load: stay,
    filter: nothing,
    go: nothing,
    dispose: nothing,
  }
}
