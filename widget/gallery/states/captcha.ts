import type { PuzzleChallenge, SessionState } from '../../captcha/session-state.ts'

/** The states of a puzzle, drawn around one sample challenge: for the gallery and for tests. */
export function puzzleStates(sample: PuzzleChallenge): Readonly<Record<string, SessionState>> {
  return {
    ready: { step: 'puzzle', challenge: sample, reason: 'none' },
    wrong: { step: 'puzzle', challenge: { ...sample, left: 2 }, reason: 'wrong' },
    'last try': { step: 'puzzle', challenge: { ...sample, left: 1 }, reason: 'wrong' },
    expired: { step: 'puzzle', challenge: sample, reason: 'expired' },
    'no further picture': {
      step: 'puzzle',
      challenge: { ...sample, refreshes: 0 },
      reason: 'refreshed',
    },
    checking: { step: 'checking', challenge: sample },
    right: { step: 'passed', challenge: sample },
  }
}

/** The states that look the same for every kind. */
export const commonStates: Readonly<Record<string, SessionState>> = {
  loading: { step: 'loading' },
  silent: { step: 'working', share: 0.42, isAsked: false, isSlow: false },
  working: { step: 'working', share: 0.42, isAsked: true, isSlow: false },
  slow: { step: 'working', share: 0.42, isAsked: false, isSlow: true },
  mailing: { step: 'mailed', to: '' },
  mailed: { step: 'mailed', to: 'a•••@example.com' },
  right: { step: 'passed', challenge: undefined },
  offline: { step: 'offline' },
  unreadable: { step: 'unreadable' },
  'too many': { step: 'waiting', seconds: 42 },
  ended: { step: 'ended' },
}
