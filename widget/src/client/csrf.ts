import { CSRF_COOKIES, CSRF_HEADER, CSRF_TOKEN } from '#protocol/headers.ts'
import { readCookies } from '#protocol/read-cookies.ts'

/**
 * Holds the CSRF token of one server. It is read from the cookie where the page shares the server's
 * origin; elsewhere that cookie would be another site's, so only what replies expose counts.
 */
export function createCsrfToken(server: string) {
  const sameOrigin = typeof document !== 'undefined' && (server === '' || server === self.origin)
  let kept: string | undefined
  return {
    read() {
      if (!sameOrigin) return kept
      const cookies = readCookies(document.cookie, CSRF_COOKIES[0])
      // Of several, one is another host's; replies tell which is ours.
      if (kept !== undefined && cookies.includes(kept)) return kept
      return cookies.find((cookie) => CSRF_TOKEN.test(cookie)) ?? kept
    },
    /** Stores the token of a reply. */
    keep(reply: Response) {
      kept = reply.headers.get(CSRF_HEADER) ?? kept
    },
  }
}
