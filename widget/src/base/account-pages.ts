/** Sections of `<passport-account>` by page, in order. */
export const accountPages = {
  profile: ['names', 'about'],
  security: ['addresses', 'password', 'linked-accounts', 'two-step'],
  devices: ['sessions', 'applications', 'events'],
  organizations: ['memberships'],
  data: ['export', 'deletion'],
} as const

/** A page of `<passport-account>`. */
export type AccountPageName = keyof typeof accountPages

/** A section of `<passport-account>`. */
export type AccountSectionName = (typeof accountPages)[AccountPageName][number]

const [first, ...more] = Object.keys(accountPages) as AccountPageName[]

/** Names of the pages, the default first. */
export const accountPageNames = [first ?? 'profile', ...more] as const

/** Names of all sections, in order. */
export const accountSectionNames: readonly AccountSectionName[] = Object.values(accountPages).flat()
