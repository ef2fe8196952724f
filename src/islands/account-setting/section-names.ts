/** The sections of the account page, in their order; each is also the anchor of its section. */
export const sectionNames = [
  'profile',
  'about',
  'addresses',
  'password',
  'connections',
  'programs',
  'secondWays',
  'sessions',
  'organizations',
  'events',
  'data',
  'close',
] as const

/** Name of a section. */
export type SectionName = (typeof sectionNames)[number]
