import type { Person } from '../../src/client/calls/person.ts'
import { samplePerson } from './sample-person.ts'

/** Every state of the screen for a person with a session. */
export const sessionStates: Record<string, { person: Person; hasDestination: boolean }> = {
  'somewhere to go': { person: samplePerson, hasDestination: true },
  'nowhere to go': { person: samplePerson, hasDestination: false },
  'no name': { person: { ...samplePerson, shownName: 'ann@example.com' }, hasDestination: true },
}
