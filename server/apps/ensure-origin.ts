import type { IncomingHttpHeaders } from 'node:http'
import { PassportError } from '../lib/passport-error.ts'
import type { App } from '../store/app-repository.ts'
import type { Apps } from './apps.ts'

/**
 * Throws csrf_error for a page that may not call for the application. Clients that are no browsers
 * send neither header and pass, because they hold nobody's cookies.
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
  // Browsers name the origin of every POST, unless something removed it.
  if (method === 'POST' && site !== undefined && site !== 'same-origin') {
    throw new PassportError('csrf_error')
  }
  // Links of any page may lead to an endpoint for navigation; its images and scripts may not.
  const isLink = isNavigation && headers['sec-fetch-mode'] === 'navigate'
  if (method === 'GET' && site === 'cross-site' && !isLink) {
    throw new PassportError('csrf_error')
  }
}
