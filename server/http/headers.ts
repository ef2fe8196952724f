import { YEAR_SECONDS } from '../clock.ts'

const page = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
]

/** Headers of every HTML page of the site; only a page that asks for it may compile WebAssembly. */
export function pageHeaders(isHttps: boolean, hasWasm = false): Record<string, string> {
  return {
    'content-security-policy': [
      ...page,
      ...(hasWasm ? ["script-src 'self' 'wasm-unsafe-eval'"] : []),
      ...(isHttps ? ['upgrade-insecure-requests'] : []),
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...transport(isHttps),
  }
}

/** Headers of small pages that the server writes itself: no script at all. */
export function formPageHeaders(isHttps: boolean): Record<string, string> {
  return {
    ...pageHeaders(isHttps),
    'content-security-policy':
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
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
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
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

function transport(isHttps: boolean): Record<string, string> {
  return isHttps
    ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` }
    : {}
}
