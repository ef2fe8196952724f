import type { View } from '../../instance.ts'
import { sampleUser } from '../sample-user.ts'

type Outcome = Extract<View, { name: 'done' }>['outcome']

/** Every state of the screen. */
export const doneStates: Record<string, Outcome> = {
  'signed in': {
    kind: 'signed-in',
    user: sampleUser,
  },
  'password set': { kind: 'password-set' },
  'account kept': { kind: 'kept' },
}
