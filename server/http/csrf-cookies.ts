import { CSRF_COOKIES } from '#protocol/headers.ts'
import { writeCookie } from './cookies.ts'
import { CSRF_COOKIE_SECONDS } from './csrf.ts'
import type { Config } from '../config/config.ts'

/** Set-Cookie values for a CSRF token, readable by the page's script on purpose. */
export function csrfCookies(config: Config, token: string, origin: string | undefined): string[] {
  const isOwn = origin === config.PUBLIC_ORIGIN || origin === config.SITE_ORIGIN
  const isEmbedded = config.isHttps && origin !== undefined && !isOwn
  return CSRF_COOKIES.map((name) =>
    writeCookie(name, token, {
      maxAgeSeconds: CSRF_COOKIE_SECONDS,
      isHttps: config.isHttps,
      isReadable: true,
      sameSite: isEmbedded ? 'None' : 'Lax',
    }),
  )
}
