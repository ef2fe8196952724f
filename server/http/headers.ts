import { YEAR_SECONDS } from '../lib/clock.ts'
import { keepOpener } from './opener-policy.ts'

/** Lifetime of a page that was prefetched. */
const PREFETCH_SECONDS = 60

/** Properties of a page that change its headers. */
export interface PageNeeds {
  isHttps: boolean
  /** Whether its script may compile WebAssembly. */
  hasWasm?: boolean | undefined
  /** Whether the page that opened it may keep a reference to it. */
  hasOpener?: boolean | undefined
  /** Origin of the account server, if another host serves the page. */
  account?: string | undefined
  /** Origins of the captcha script besides the account server. */
  captcha?: readonly string[] | undefined
}

/** Returns the content security policy of a page, without `frame-ancestors`: browsers ignore it in `<meta>`. */
export function pagePolicy({
  isHttps,
  hasWasm = false,
  account = '',
  captcha = [],
}: PageNeeds): string[] {
  const trusted = account === '' ? "'self'" : `'self' ${account}`
  const hosts = [trusted, ...captcha].join(' ')
  const script = [hosts, ...(hasWasm ? ["'wasm-unsafe-eval'"] : [])].join(' ')
  return [
    "default-src 'self'",
    ...(script === "'self'" ? [] : [`script-src ${script}`]),
    ...(hosts === "'self'" ? [] : [`connect-src ${hosts}`]),
    `img-src ${trusted} data:`,
    // The captcha computes in a worker made of its own script.
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    `form-action ${trusted}`,
    "require-trusted-types-for 'script'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ]
}

/** Directive that forbids other pages to embed a page in a frame. */
export const UNFRAMED = "frame-ancestors 'none'"

/** Returns the headers of an HTML page of the site. */
export function pageHeaders(needs: PageNeeds): Record<string, string> {
  return {
    'content-security-policy': [...pagePolicy(needs), UNFRAMED].join('; '),
    // Stricter values would cut a popup off from the page that opened it.
    ...(needs.hasOpener
      ? keepOpener
      : { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
    ...commonHeaders(needs.isHttps),
  }
}

/** Returns the headers that are equal for all pages. */
export function commonHeaders(isHttps: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'camera=(), geolocation=(), microphone=(), payment=(), usb=(), publickey-credentials-create=(self), publickey-credentials-get=(self)',
    ...strictTransport(isHttps),
  }
}

/** Sources that a page of the server may use besides its own origin. */
export interface PageSources {
  /** Where forms may lead besides their own origin, also by redirects, which Chromium checks, too. */
  readonly forms?: readonly (string | undefined)[]
  readonly images?: string | undefined
  /** Hash of an inline style. */
  readonly style?: string | undefined
  /** Hashes of inline scripts; without any no script runs. */
  readonly scripts?: readonly (string | undefined)[]
}

/** Returns the headers of pages that the server renders. */
export function formPageHeaders(
  isHttps: boolean,
  { forms = [], images, style, scripts = [] }: PageSources = {},
): Record<string, string> {
  const own = (...more: readonly (string | undefined)[]): string =>
    ["'self'", ...more].filter(Boolean).join(' ')
  const script = scripts.filter(Boolean).join(' ')
  const policy = [
    "default-src 'none'",
    `style-src ${own(style)}`,
    `img-src ${own(images)}`,
    "font-src 'self'",
    "base-uri 'none'",
    `form-action ${own(...forms)}`,
    UNFRAMED,
    ...(script === '' ? [] : [`script-src ${script}`]),
  ]
  return {
    ...pageHeaders({ isHttps }),
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
  }
}

/** Returns the headers of JSON replies. */
export function apiHeaders(isHttps: boolean): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; ${UNFRAMED}`,
    ...strictTransport(isHttps),
  }
}

/** Returns the headers of files that any page may load: scripts, styles, fonts, images. */
export function assetHeaders(isHttps: boolean): Record<string, string> {
  return {
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    ...strictTransport(isHttps),
  }
}

/** Returns Cache-Control for a path; `purpose` is the request's Sec-Purpose header. */
export function cacheControl(path: string, purpose?: string): string {
  if (isHashed(path)) return `public, max-age=${YEAR_SECONDS}, immutable`
  // Without a lifetime, opening a prefetched page would ask the server again.
  if (purpose?.startsWith('prefetch')) return `private, max-age=${PREFETCH_SECONDS}`
  return 'public, no-cache'
}

// Names that contain a hash of the content.
function isHashed(path: string): boolean {
  if (/^\/(?:_astro|pagefind\/fragment|pagefind\/index)\//.test(path)) return true
  return /^\/(?:\d+\.\d+\.\d+\/)?assets\/.+[-.][\w-]{6,}\.\w+$/.test(path)
}

function strictTransport(isHttps: boolean): Record<string, string> {
  return isHttps
    ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` }
    : {}
}
