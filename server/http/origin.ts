import type { IncomingHttpHeaders } from 'node:http'
import type { App } from '../store/app-repository.ts'
import type { Apps } from '../apps/apps.ts'
import { PassportError } from '../lib/passport-error.ts'

/**
 * Refuses calls from pages that may not call for the application; @throws csrf_error. Programs
 * send neither header and pass: they hold no cookies of a person. A row that browsers navigate to
 * may be reached from anywhere by a link, but not as a picture or a script.
 */
export function ensureOrigin(
  apps: Apps,
  app: App,
  { method, isNavigation }: { method: string; isNavigation: boolean },
  headers: IncomingHttpHeaders,
): void {
  const { origin } = headers
  if (origin !== undefined) {
    if (origin === 'null' || !apps.allows(app, origin)) throw new PassportError('csrf_error')
    return
  }
  const site = headers['sec-fetch-site']
  // A browser that posts always names the origin, unless something took it away.
  if (method === 'POST' && site !== undefined && site !== 'same-origin') {
    throw new PassportError('csrf_error')
  }
  // A link or picture on a foreign page: no reading call looks like that.
  const isLink = isNavigation && headers['sec-fetch-mode'] === 'navigate'
  if (method === 'GET' && site === 'cross-site' && !isLink) {
    throw new PassportError('csrf_error')
  }
}
