/** Messages of the pages about people. */
export const peopleMessages = {
  title: 'People',
  search: 'Find people',
  searchHint:
    'An id, a whole address, number or username, or three letters that a name or address begins with',
  find: 'Find',
  none: 'Nobody was found.',
  columns: {
    person: 'Person',
    address: 'Address',
    state: 'State',
    made: 'Made',
    seen: 'Last seen',
  },
  states: {
    active: 'active',
    limited: 'limited',
    frozen: 'frozen',
    banned: 'banned',
    cancelling: 'being closed',
  },
}

export type PeopleMessages = typeof peopleMessages
