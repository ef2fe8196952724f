/** What a result of the search is, in the order of their headings while none is found. */
export const searchKinds = ['post', 'change', 'page', 'legal'] as const

/** Kind of a result. */
export type SearchKind = (typeof searchKinds)[number]
