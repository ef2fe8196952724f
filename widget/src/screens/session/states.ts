import type { User } from '#protocol/objects.ts'
import { sampleUser } from '../sample-user.ts'

/** Every state of the screen for a person with a session. */
export const sessionStates: Record<string, { user: User; hasDestination: boolean }> = {
  'somewhere to go': { user: sampleUser, hasDestination: true },
  'nowhere to go': { user: sampleUser, hasDestination: false },
  'no name': { user: { ...sampleUser, name: '', screen_name: '' }, hasDestination: true },
}
