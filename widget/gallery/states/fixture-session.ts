import type { ChallengeMode } from '../../captcha/api.ts'
import { methodsBeside } from '../../captcha/session-state.ts'
import type { Session } from '../../captcha/session.ts'
import type { SessionState } from '../../captcha/session-state.ts'

function modeOf(state: SessionState): ChallengeMode {
  if (state.step !== 'working') return 'visual'
  return state.isAsked ? 'pow' : 'any'
}

/** A session that stays in one state, for the gallery and tests. */
export function fixtureSession(state: SessionState): Session {
  const nothing = (): void => undefined
  return {
    state: () => state,
    subscribe: () => nothing,
    start: nothing,
    picture: nothing,
    refresh: nothing,
    again: nothing,
    answer: nothing,
    unreadable: nothing,
    work: nothing,
    mail: nothing,
    close: nothing,
    dispose: nothing,
    methods: () => methodsBeside(state, modeOf(state), true),
  }
}
