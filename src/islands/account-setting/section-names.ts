/** Sections of the account page in order; each name is also the anchor. */
export const sectionNames = [
  'profile',
  'about',
  'addresses',
  'password',
  'connections',
  'clients',
  'secondWays',
  'sessions',
  'organizations',
  'events',
  'data',
  'close',
] as const

/** Name of a section. */
export type SectionName = (typeof sectionNames)[number]
