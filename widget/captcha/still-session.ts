import { waysBeside } from './session.ts'
import type { Session, SessionState } from './session.ts'

/** A session that stays in one state whatever is asked of it: for the gallery and tests of looks. */
export function stillSession(state: SessionState): Session {
  const nothing = (): void => undefined
  return {
    state: () => state,
    subscribe: () => nothing,
    start: nothing,
    refresh: nothing,
    again: nothing,
    answer: nothing,
    unreadable: nothing,
    work: nothing,
    mail: nothing,
    close: nothing,
    dispose: nothing,
    ways: () => waysBeside(state, state.step !== 'working' || !state.isAsked, true),
  }
}
