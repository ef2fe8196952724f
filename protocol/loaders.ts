/**
 * Routes with a data loader; every page also has that of `root`. A GET of a page with
 * `__loader=<route>&__ssrDirect=true` returns the data as JSON.
 */
export const loaderRoutes = [
  'root',
  'account-setting',
  'changelog',
  'cookie-policy',
  'privacy-policy',
  'terms-of-service',
] as const

/** Route with a data loader. */
export type LoaderRoute = (typeof loaderRoutes)[number]

/** Returns the route of a page with a data loader of its own. */
export function loaderOf(path: string): LoaderRoute | undefined {
  const bare = path.replace(/^\/ja(?=\/|$)/, '').slice(1)
  // Each page of the account has its own first calls.
  if (bare.startsWith('account-setting/')) return 'account-setting'
  return bare === '' ? 'root' : loaderRoutes.find((name) => name === bare)
}

/** Returns the loader that a request for a page selects, or undefined for the page itself. */
export function selectedLoader(path: string, query: string): LoaderRoute | undefined {
  if (!/(?:^|&)__ssrDirect=true(?:&|$)/.test(query)) return undefined
  const name = /(?:^|&)__loader=([\w-]+)(?:&|$)/.exec(query)?.[1]
  const own = loaderOf(path)
  return name === 'root' || name === own ? name : undefined
}

/** Returns the path of the built file with a loader's data; what a person's loader has is in none. */
export function loaderFile(path: string, route: LoaderRoute | undefined): string | undefined {
  if (route === undefined || route === 'account-setting') return undefined
  return `${/^\/ja(?:\/|$)/.test(path) ? '/ja' : ''}/loader/${route}.json`
}
