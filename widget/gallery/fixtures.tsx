import type { ReactNode } from 'react'

/** Shows each state of a screen, under the name of the state. */
export function each<FormFixture>(
  states: Record<string, FormFixture>,
  show: (fixture: FormFixture, name: string) => ReactNode,
): Record<string, ReactNode> {
  return Object.fromEntries(
    Object.entries(states).map(([name, fixture]) => [name, show(fixture, name)]),
  )
}

/** An action without effect, since states of the gallery do not change. */
export const nothing = (): void => undefined

/** The same for an action that returns whether it succeeded. */
export const refuse = (): Promise<boolean> => Promise.resolve(false)
