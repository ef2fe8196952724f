import type { ReactNode } from 'react'

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
