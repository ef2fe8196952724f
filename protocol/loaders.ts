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
  return bare === '' ? 'root' : loaderRoutes.find((name) => name === bare)
}

/** Returns the path of the built file with a loader's data, or undefined for other requests. */
export function loaderFile(path: string, query: string): string | undefined {
  const route = /(?:^|&)__loader=([\w-]+)(?:&|$)/.exec(query)?.[1]
  if (route === undefined || !/(?:^|&)__ssrDirect=true(?:&|$)/.test(query)) return undefined
  if (route !== 'root' && route !== loaderOf(path)) return undefined
  return `${/^\/ja(?:\/|$)/.test(path) ? '/ja' : ''}/loader/${route}.json`
}
