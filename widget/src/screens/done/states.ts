import type { View } from '../../instance.ts'
import { sampleUser } from '../sample-user.ts'

type Outcome = Extract<View, { name: 'done' }>['outcome']

/** Every state of the screen. */
export const doneStates: Record<string, Outcome> = {
  'signed in': {
    kind: 'signed-in',
    user: sampleUser,
  },
  'signed in for a service': { kind: 'signed-in', user: sampleUser },
  'signed in, address unproved': {
    kind: 'signed-in',
    user: { ...sampleUser, email_collected: false },
  },
  'password set': { kind: 'password-set' },
  'account kept': { kind: 'kept' },
  moved: { kind: 'moved', destination: '/account' },
}
