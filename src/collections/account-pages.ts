import type { GetStaticPathsResult } from 'astro'

/** Pages of the account besides the first. */
const laterAccountPages = ['security', 'devices', 'organizations', 'data'] as const

/** Props of such a page. */
export interface AccountPageProps {
  page: (typeof laterAccountPages)[number]
}

/** Returns the path of each. */
export function accountPagePaths(): GetStaticPathsResult {
  return laterAccountPages.map((page) => ({ params: { page }, props: { page } }))
}
