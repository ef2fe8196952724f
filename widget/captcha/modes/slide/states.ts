import type { PuzzleChallenge, SessionState } from '../../session.ts'

/** Every state a person can meet, drawn around one sample challenge: for the gallery and for tests. */
export function slideStates(sample: PuzzleChallenge): Readonly<Record<string, SessionState>> {
  return {
    loading: { step: 'loading' },
    ready: { step: 'puzzle', challenge: sample, note: 'none' },
    'last try': { step: 'puzzle', challenge: { ...sample, left: 1 }, note: 'wrong' },
    'no further picture': { step: 'puzzle', challenge: { ...sample, refreshes: 0 }, note: 'fresh' },
    checking: { step: 'checking', challenge: sample },
    working: { step: 'working', share: 0.42 },
    passed: { step: 'passed' },
    offline: { step: 'offline' },
    unreadable: { step: 'unreadable' },
    'too many': { step: 'waiting', seconds: 42 },
    ended: { step: 'ended' },
  }
}
