import { writeCookie } from './cookies.ts'
import type { Config } from '../config/config.ts'

/** Cookie with a hash of the account id: not secret, only a hint that somebody is signed in. */
const HINT_COOKIE = 'uid_tt'

/**
 * Set-Cookie value of the hint, which pages of the site read. It opens nothing, so it is the one
 * cookie that goes to their host too where that is a neighbour of this one; an empty value ends it.
 */
export function hintCookie(config: Config, value: string, maxAgeSeconds: number): string {
  const { isHttps } = config
  const domain = config.isSiteElsewhere
    ? sharedDomain(config.PUBLIC_ORIGIN, config.SITE_ORIGIN)
    : undefined
  return writeCookie(HINT_COOKIE, value, {
    maxAgeSeconds,
    isHttps,
    isReadable: true,
    sameSite: 'Lax',
    domain,
  })
}

/** What the names of two origins end with, by whole labels; undefined where that is too little. */
export function sharedDomain(one: string, other: string): string | undefined {
  const [first, second] = [one, other].map((origin) =>
    new URL(origin).hostname.split('.').toReversed(),
  )
  const at = first?.findIndex((label, place) => label !== second?.[place]) ?? 0
  const shared = at === -1 ? (first ?? []) : (first ?? []).slice(0, at)
  const isAddress = /^\d+$/.test(first?.[0] ?? '') || first?.[0]?.endsWith(']') === true
  // Browsers take no cookie for a top-level name, nor for a public suffix.
  return shared.length < 2 || isAddress ? undefined : shared.toReversed().join('.')
}
