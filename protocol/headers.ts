/** Header that repeats the CSRF token, in requests and, for pages of other hosts, in replies. */
export const CSRF_HEADER = 'x-tt-passport-csrf-token'

/** Cookies that carry the CSRF token; the second is read where the first was deleted. */
export const CSRF_COOKIES = ['passport_csrf_token', 'passport_csrf_token_default'] as const

/** Header in which programs without cookies send the session. */
export const SESSION_HEADER = 'x-tt-token'
