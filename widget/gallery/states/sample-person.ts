import type { Person } from '../../src/client/calls/person.ts'

/** Somebody who is signed in, for screens that stand still. */
export const samplePerson: Person = {
  shownName: 'Ann Example',
  pictureUrl: '',
  email: 'ann@example.com',
  isEmailOpen: false,
}
