import type { Config } from '../config/config.ts'

/**
 * Where a person may be sent afterwards: `next` when it is a page of one of `origins`, otherwise
 * the start page. Pages of `home` come back as a path.
 */
export function safeNext(
  next: string | undefined,
  home: string,
  isAllowed: (origin: string) => boolean,
): string {
  // Browsers read a backslash as a slash and drop control characters before they look.
  if (next === undefined || /[\\\p{Cc}]/u.test(next) || next !== next.trim()) return '/'
  const url = URL.parse(next, home)
  if (url === null || !/^https?:$/.test(url.protocol)) return '/'
  if (url.username !== '' || url.password !== '') return '/'
  if (url.origin === home) return url.pathname.startsWith('//') ? '/' : url.href.slice(home.length)
  return isAllowed(url.origin) ? url.href : '/'
}

/** Paths that this server answers, wherever the pages of the site are. */
const ownPath = /^\/(?:passport|captcha|vc|form)(?:\/|$)/

/** The same for the site's home; what is on this server is named whole where the site is elsewhere. */
export function safeNextOf(
  { PUBLIC_ORIGIN, SITE_ORIGIN, isSiteElsewhere }: Config,
  next: string | undefined,
  isAllowed: (origin: string) => boolean,
): string {
  const way = safeNext(next, SITE_ORIGIN, isAllowed)
  return isSiteElsewhere && ownPath.test(way) ? PUBLIC_ORIGIN + way : way
}
