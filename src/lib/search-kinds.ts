/** Kinds of search results, in the order of their headings. */
export const searchKinds = ['post', 'change', 'page', 'legal'] as const

/** Kind of a result. */
export type SearchKind = (typeof searchKinds)[number]
