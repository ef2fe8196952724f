/** Header with the CSRF token in requests, and in replies to pages on other sites. */
export const CSRF_HEADER = 'x-tt-passport-csrf-token'

/** Cookies with the CSRF token; the second is a fallback if the first was deleted. */
export const CSRF_COOKIES = ['passport_csrf_token', 'passport_csrf_token_default'] as const

/** Form of a CSRF token; a cookie of another host with that name rarely has it. */
export const CSRF_TOKEN = /^[0-9a-f]{64}$/

/** Header with the session token of clients without cookies. */
export const SESSION_HEADER = 'x-tt-token'
