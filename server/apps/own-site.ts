import type { Call } from '../calls/call.ts'
import type { Apps } from './apps.ts'

/** Returns whether a navigation comes from a page of the application or not from a browser. */
export function comesFromOwnPage({
  app,
  header,
  services,
}: Pick<Call<{ apps: Apps }>, 'app' | 'header' | 'services'>): boolean {
  const site = header('sec-fetch-site')
  const referer = URL.parse(header('referer') ?? '')
  if (referer !== null) return services.apps.allows(app, referer.origin)
  return site === undefined || site === 'same-origin'
}

/** Returns whether a request comes from a page of this site, on any of its hosts. */
export function isOwnSite({ header }: Pick<Call<unknown>, 'header'>): boolean {
  const site = header('sec-fetch-site')
  return site === 'same-origin' || site === 'same-site'
}
