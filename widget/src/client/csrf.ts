import Cookies from 'js-cookie'
import { CSRF_COOKIES, CSRF_HEADER } from '#protocol/headers.ts'

/** CSRF token of one server. */
export interface CsrfToken {
  read(): string | undefined
  /** Stores the token of a reply. */
  keep(reply: Response): void
}

/**
 * Reads the token from the cookie where the page shares the server's origin; elsewhere the cookie
 * of that name would be another site's, so only what replies expose counts.
 */
export function createCsrfToken(server: string): CsrfToken {
  const sameOrigin = typeof document !== 'undefined' && (server === '' || server === self.origin)
  let kept: string | undefined
  return {
    read: () => (sameOrigin ? (Cookies.get(CSRF_COOKIES[0]) ?? kept) : kept),
    keep(reply) {
      kept = reply.headers.get(CSRF_HEADER) ?? kept
    },
  }
}
