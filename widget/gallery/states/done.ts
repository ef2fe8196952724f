import type { View } from '../../src/base/views.ts'
import { samplePerson } from './sample-person.ts'

type Done = Omit<Extract<View, { name: 'done' }>, 'name'>

/** Every state of the screen. */
export const doneStates: Record<string, Done> = {
  'signed in': { person: samplePerson },
  'signed in for a service': { person: samplePerson },
  'signed in, address unproved': { person: { ...samplePerson, isEmailOpen: true } },
  'password set': { person: samplePerson, result: 'password-set' },
  'account kept': { person: samplePerson, result: 'kept' },
}
