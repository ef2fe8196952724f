import { isReturnPath } from '#protocol/return-paths.ts'
import type { Config } from '../config/config.ts'

/**
 * Returns `next` when it is a page of `home` (as a path) or of an allowed origin; otherwise `/`.
 * Prevents open redirects, and links that change the session of whoever signs in.
 */
export function safeNext(
  next: string | undefined,
  home: string,
  isAllowed: (origin: string) => boolean,
): string {
  // Browsers read a backslash as a slash, and drop control characters before they parse.
  if (next === undefined || /[\\\p{Cc}]/u.test(next) || next !== next.trim()) return '/'
  const url = URL.parse(next, home)
  if (url === null || !/^https?:$/.test(url.protocol)) return '/'
  if (url.username !== '' || url.password !== '') return '/'
  if (url.origin === home) return isReturnPath(url.pathname) ? url.href.slice(home.length) : '/'
  return isAllowed(url.origin) ? url.href : '/'
}

/** Paths of this server, wherever the site is. */
const serverPath = /^\/(?:passport|captcha|vc|form|oauth)(?:\/|$)/

/** Returns `safeNext` for the site; if that has another host, paths of this server get their origin. */
export function safeNextOf(
  { PUBLIC_ORIGIN, SITE_ORIGIN, isSiteElsewhere }: Config,
  next: string | undefined,
  isAllowed: (origin: string) => boolean,
): string {
  const safe = safeNext(next, SITE_ORIGIN, isAllowed)
  const isOurs = safe.startsWith(`${PUBLIC_ORIGIN}/`)
  if (isOurs && !isReturnPath(new URL(safe).pathname)) return '/'
  return isSiteElsewhere && serverPath.test(safe) ? PUBLIC_ORIGIN + safe : safe
}
