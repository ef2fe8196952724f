/**
 * Routes with a data loader (`root` is every page's own). A GET of a page with
 * `__loader=<route>&__ssrDirect=true` answers the loader's data as JSON.
 */
export const loaderRoutes = [
  'root',
  'account-setting',
  'changelog',
  'cookie-policy',
  'privacy-policy',
  'terms-of-service',
] as const

/** A route with a data loader. */
export type LoaderRoute = (typeof loaderRoutes)[number]

/** The loader of a page besides that of the root; `path` as in the address bar. */
export function loaderOf(path: string): LoaderRoute | undefined {
  const bare = path.replace(/^\/ja(?=\/|$)/, '').slice(1)
  return bare === '' ? 'root' : loaderRoutes.find((route) => route === bare)
}

/** Where the data of a loader lies among the files of the site, as an address. */
export function loaderFile(path: string, query: string): string | undefined {
  const wanted = /(?:^|&)__loader=([\w-]+)(?:&|$)/.exec(query)?.[1]
  if (wanted === undefined || !/(?:^|&)__ssrDirect=true(?:&|$)/.test(query)) return undefined
  // A page's own loader, or that of the root, which stands around every page.
  if (wanted !== 'root' && wanted !== loaderOf(path)) return undefined
  return `${/^\/ja(?:\/|$)/.test(path) ? '/ja' : ''}/loader/${wanted}.json`
}
