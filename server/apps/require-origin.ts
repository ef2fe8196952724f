import type { IncomingHttpHeaders } from 'node:http'
import { PassportError } from '../lib/passport-error.ts'
import type { App } from '../store/app-repository.ts'
import type { Apps } from './apps.ts'

/**
 * Rejects calls from pages of other origins; a client that is no browser sends no such headers.
 * @throws csrf_error
 */
export function requireAllowedOrigin(
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
  // Browsers send the origin with every POST, so something removed it.
  if (method === 'POST' && site !== undefined && site !== 'same-origin') {
    throw new PassportError('csrf_error')
  }
  // Any page may link to an endpoint for navigation, but not load it as an image or script.
  const isLink = isNavigation && headers['sec-fetch-mode'] === 'navigate'
  if (method === 'GET' && site === 'cross-site' && !isLink) {
    throw new PassportError('csrf_error')
  }
}

type FromPage = { caller: { origin: string | undefined }; services: { apps: Apps } }

/** Returns whether a page of another origin calls; programs send none. */
export function isForeignPage({ caller: { origin }, services }: FromPage): boolean {
  return origin !== undefined && !services.apps.isOwn(origin)
}

/** Rejects calls from pages that are not of this server. @throws csrf_error */
export function requireOwnPage(context: FromPage): void {
  if (isForeignPage(context)) throw new PassportError('csrf_error')
}
