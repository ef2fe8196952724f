import type { Call } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import { QR_BROWSER_COOKIE, qrBrowserCookie, readTokens } from '../http/cookies.ts'
import { hashToken, makeToken } from '../lib/tokens.ts'

/** The parts of a call that binding a code to a browser needs. */
export type BindContext = Pick<
  Call<{ config: Config }>,
  'services' | 'app' | 'header' | 'setCookie'
>

/** Sets the cookie that a code is bound to; returns its hash, empty for an unbound client where one may be. */
export function bindBrowser(context: BindContext, bound?: 'always'): string {
  const cookie = readBindCookies(context)[0] ?? makeToken()
  setBindCookie(context, cookie)
  const isUnbound = !isBrowser(context) && context.app.settings.qr_programs === 'accept'
  return isUnbound && bound === undefined ? '' : hashToken(cookie)
}

/** Keeps the cookie of an open page alive for its next code. */
export function renewBinding(context: BindContext): void {
  const [cookie] = readBindCookies(context)
  if (cookie !== undefined) setBindCookie(context, cookie)
}

/** Returns the bindings whose codes the caller may poll. */
export function bindHashesOf(context: BindContext): string[] {
  const ownHashes = readBindCookies(context).map(hashToken)
  // A browser must not get the result of an unbound code, which could sign it in as a stranger.
  return isBrowser(context) ? ['none', ...ownHashes] : ['', ...ownHashes]
}

function isBrowser(context: BindContext): boolean {
  return context.header('origin') !== undefined || context.header('sec-fetch-site') !== undefined
}

function readBindCookies(context: BindContext): string[] {
  return readTokens(context.header('cookie'), QR_BROWSER_COOKIE)
}

function setBindCookie(context: BindContext, value: string): void {
  const { config } = context.services
  context.setCookie(qrBrowserCookie(config, value, context.header('origin')))
}
