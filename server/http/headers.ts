import { YEAR_SECONDS } from '../lib/clock.ts'

const AHEAD_SECONDS = 60

/** What the headers of a page depend on. */
export interface PageNeeds {
  isHttps: boolean
  /** Whether its script may compile WebAssembly. */
  hasWasm?: boolean | undefined
  /** Whether the page that opened it may keep hold of it. */
  hasOpener?: boolean | undefined
  /** Origin of the account server, where that is not the page's own. */
  account?: string | undefined
}

/** What an HTML page of the site may load and do; `frame-ancestors` counts in a header only. */
export function pagePolicy({ isHttps, hasWasm = false, account = '' }: PageNeeds): string[] {
  const own = account === '' ? "'self'" : `'self' ${account}`
  const script = [own, ...(hasWasm ? ["'wasm-unsafe-eval'"] : [])].join(' ')
  return [
    "default-src 'self'",
    ...(script === "'self'" ? [] : [`script-src ${script}`]),
    ...(account === '' ? [] : [`connect-src ${own}`]),
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    `form-action ${own}`,
    "require-trusted-types-for 'script'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ]
}

/** Policy that keeps a page out of frames. */
export const UNFRAMED = "frame-ancestors 'none'"

/** Headers of every HTML page of the site. */
export function pageHeaders(needs: PageNeeds): Record<string, string> {
  return {
    'content-security-policy': [...pagePolicy(needs), UNFRAMED].join('; '),
    // Any other value would cut a popup off the page that opened it.
    'cross-origin-opener-policy': needs.hasOpener ? 'unsafe-none' : 'same-origin-allow-popups',
    ...commonHeaders(needs.isHttps),
  }
}

/** Headers that every page has alike. */
export function commonHeaders(isHttps: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...transport(isHttps),
  }
}

/**
 * Headers of small pages that the server writes itself: no script at all. Their forms may lead on
 * to pages of `site` where that is another origin, which browsers check as well.
 */
export function formPageHeaders(isHttps: boolean, site?: string): Record<string, string> {
  const targets = site === undefined ? "'self'" : `'self' ${site}`
  return {
    ...pageHeaders({ isHttps }),
    'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action ${targets}; ${UNFRAMED}`,
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
  }
}

/** Headers of JSON replies. */
export function apiHeaders(isHttps: boolean): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; ${UNFRAMED}`,
    ...transport(isHttps),
  }
}

/** Headers of files that any page may load: scripts, styles, fonts, pictures. */
export function assetHeaders(isHttps: boolean): Record<string, string> {
  return {
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    ...transport(isHttps),
  }
}

/**
 * How long browsers keep a file: for good where its name changes with what is in it. What is asked
 * for ahead may be opened for a minute without asking again, or fetching it would have gained little.
 */
export function cacheControl(path: string, purpose?: string): string {
  if (isHashed(path)) return `public, max-age=${YEAR_SECONDS}, immutable`
  if (purpose?.startsWith('prefetch')) return `private, max-age=${AHEAD_SECONDS}`
  return 'public, no-cache'
}

function isHashed(path: string): boolean {
  if (/^\/(?:_astro|pagefind\/fragment|pagefind\/index)\//.test(path)) return true
  return /^\/assets\/.+[-.][\w-]{6,}\.\w+$/.test(path)
}

function transport(isHttps: boolean): Record<string, string> {
  return isHttps
    ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` }
    : {}
}
