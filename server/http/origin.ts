import type { IncomingHttpHeaders } from 'node:http'
import type { App } from '../apps/app-store.ts'
import type { Apps } from '../apps/apps.ts'
import { PassportError } from '../passport-error.ts'

/**
 * Refuses calls from pages that may not call for the application; @throws csrf_error. Programs
 * send neither header and pass: they hold no cookies of a person.
 */
export function ensureOrigin(
  apps: Apps,
  app: App,
  method: string,
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
  if (method === 'GET' && site === 'cross-site') {
    throw new PassportError('csrf_error')
  }
}
