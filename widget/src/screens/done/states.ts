import type { View } from '../../instance.ts'
import { sampleUser } from '../sample-user.ts'

type Done = Omit<Extract<View, { name: 'done' }>, 'name'>

/** Every state of the screen. */
export const doneStates: Record<string, Done> = {
  'signed in': { user: sampleUser },
  'signed in for a service': { user: sampleUser },
  'signed in, address unproved': { user: { ...sampleUser, email_collected: false } },
  'password set': { user: sampleUser, result: 'password-set' },
  'account kept': { user: sampleUser, result: 'kept' },
}
