import { methodsBeside } from './session.ts'
import type { Session, SessionState } from './session.ts'

/** A session that stays in one state whatever is asked of it: for the gallery and tests of looks. */
export function fixtureSession(state: SessionState): Session {
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
    methods: () => methodsBeside(state, state.step !== 'working' || !state.isAsked, true),
  }
}
