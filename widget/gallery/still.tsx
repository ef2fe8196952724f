import type { ReactNode } from 'react'

/** Shows each state of a screen, under the name of the state. */
export function each<Still>(
  states: Record<string, Still>,
  show: (still: Still, name: string) => ReactNode,
): Record<string, ReactNode> {
  return Object.fromEntries(
    Object.entries(states).map(([name, still]) => [name, show(still, name)]),
  )
}

/** What an action does here: the gallery stands still. */
export const nothing = (): void => undefined

/** What an action does that could fail. */
export const refuse = (): Promise<boolean> => Promise.resolve(false)
