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

/** What an action does here: the gallery stands still. */
export const nothing = (): void => undefined

/** What an action does that could fail. */
export const refuse = (): Promise<boolean> => Promise.resolve(false)
