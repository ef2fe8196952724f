import { parseSetCookie, stringifySetCookie, type SetCookie } from 'cookie'
import { WEB_ID, WEB_ID_COOKIE } from '#protocol/common-params.ts'
import { CSRF_COOKIES, CSRF_TOKEN } from '#protocol/headers.ts'
import { readCookies } from '#protocol/read-cookies.ts'
import type { Config } from '../config/config.ts'
import { DAY_SECONDS } from '../lib/clock.ts'
import { isToken, makeToken } from '../lib/tokens.ts'
import { parentDomains, sharedDomain } from './shared-domain.ts'

/** Holds the session token, which is the secret. */
export const SESSION_COOKIE = 'sessionid'

/** Holds the session token in pages of other sites, for applications with partitioned cookies. */
const PARTITIONED_SESSION_COOKIE = 'sessionid_ss'

/** Holds a hash of the account id and one of the session, which tells pages of the site that somebody is signed in. */
const SIGNED_IN_HINT_COOKIE = 'uid_tt'

/** Lets a browser sign in without a second proof. */
export const REMEMBERED_COOKIE = 'remembered'

/** Ties an OAuth callback to the browser that started it. */
export const OAUTH_STATE_COOKIE = 'oauth_state'

/** Ties a QR code to the browser that shows it: another browser gets no result. */
export const QR_BROWSER_COOKIE = 'qr_bind'

/** Ties requests of clients to the browser that began them, and names the last one. */
export const REQUEST_COOKIE = 'open_bind'

/** Lifetime of the CSRF cookies, 60 days. */
export const CSRF_COOKIE_SECONDS = 60 * DAY_SECONDS

/** Holds the ticket of an invitation that was opened, so that addresses and history do not. */
const INVITATION_COOKIE = 'invitation'

const INVITATION_SECONDS = 30 * 60

/** Holds the key of an account recovery that this browser began. */
const RECOVERY_COOKIE = 'account_recovery'

/** Changes with the account, so that what its loader brought before is not read any more. */
const CHANGED_COOKIE = 'account_changed'

/** Lifetime of what the loader of the account pages brought. */
export const LOADED_SECONDS = 30

const WEB_ID_SECONDS = 365 * DAY_SECONDS

/** Returns the values that have the form of a token among the cookies of some names. */
export function readTokens(header: string | undefined, ...names: string[]): string[] {
  return [...new Set(names.flatMap((name) => readCookies(header, name)))].filter(isToken)
}

/** Returns what may be the session token of a Cookie header, partitioned or not. */
export function readSessionTokens(header: string | undefined): string[] {
  return readTokens(header, SESSION_COOKIE, PARTITIONED_SESSION_COOKIE)
}

/** Returns what may be the ticket of an opened invitation, of a link or of a message; empty without one. */
export function readInvitationTicket(header: string | undefined): string {
  const tickets = readCookies(header, INVITATION_COOKIE)
  return tickets.find((value) => /^[\w-]{43}(?:[\w-]{22})?$/.test(value)) ?? ''
}

/** Returns what may be the key of an account recovery; empty without one. */
export function readRecoveryKey(header: string | undefined): string {
  return readTokens(header, RECOVERY_COOKIE)[0] ?? ''
}

/** Returns the Set-Cookie value of the key of an account recovery; an age of 0 deletes it. */
export function recoveryCookie(config: Config, key: string, maxAgeSeconds: number): string {
  return secretCookie(config, RECOVERY_COOKIE, key, maxAgeSeconds)
}

/** Returns what may be the CSRF token of a Cookie header. */
export function readCsrfTokens(header: string | undefined): string[] {
  const values = CSRF_COOKIES.flatMap((name) => readCookies(header, name))
  return [...new Set(values)].filter((value) => CSRF_TOKEN.test(value))
}

/** Returns the web id of a Cookie header; empty without one. */
export function readWebId(header: string | undefined): string {
  return readCookies(header, WEB_ID_COOKIE).find((value) => WEB_ID.test(value)) ?? ''
}

/** Returns whether a Cookie header has the sign-in hint of a session. */
export function hasHintOf(header: string | undefined, sessionHash: string): boolean {
  const end = hintEndOf(sessionHash)
  return readCookies(header, SIGNED_IN_HINT_COOKIE).some((value) => value.endsWith(end))
}

/** Returns the Set-Cookie value of a session; an age of 0 deletes it. */
export function sessionCookie(config: Config, token: string, maxAgeSeconds: number): string {
  return secretCookie(config, SESSION_COOKIE, token, maxAgeSeconds)
}

/**
 * Returns the Set-Cookie values that end the sessions of several accounts in one browser, of which a
 * neighbouring host may have set one.
 */
export function endAllSessionCookies(config: Config): string[] {
  const ended = { name: SESSION_COOKIE, value: '', maxAge: 0, httpOnly: true }
  const domains = parentDomains(config.PUBLIC_ORIGIN)
  return [
    writeCookie(config, ended),
    ...domains.map((domain) => writeCookie(config, { ...ended, domain })),
  ]
}

/** Returns the value of the sign-in hint, which names account and session and grants nothing. */
export function hintOf(secAccountId: string, sessionHash: string): string {
  return secAccountId + hintEndOf(sessionHash)
}

/**
 * Returns the Set-Cookie value of the sign-in hint. It is the one cookie that also goes to the host of
 * the site, if both hosts share a domain.
 */
export function signedInHintCookie(config: Config, value: string, maxAgeSeconds: number): string {
  const domain = config.isSiteElsewhere
    ? sharedDomain(config.PUBLIC_ORIGIN, config.SITE_ORIGIN)
    : undefined
  return writeCookie(config, {
    name: SIGNED_IN_HINT_COOKIE,
    value,
    maxAge: maxAgeSeconds,
    ...(domain === undefined ? {} : { domain }),
  })
}

function hintEndOf(sessionHash: string): string {
  return `.${sessionHash.slice(0, 16)}`
}

/** Returns the Set-Cookie values of a CSRF token, which scripts of the page have to read. */
export function csrfCookies(config: Config, token: string, origin: string | undefined): string[] {
  const sameSite = sameSiteFor(config, origin)
  return CSRF_COOKIES.map((name) =>
    writeCookie(config, { name, value: token, maxAge: CSRF_COOKIE_SECONDS, sameSite }),
  )
}

/** Returns the Set-Cookie value of a remembered browser. */
export function rememberedCookie(config: Config, token: string, maxAgeSeconds: number): string {
  return secretCookie(config, REMEMBERED_COOKIE, token, maxAgeSeconds)
}

/** Returns the Set-Cookie value that names a browser on its way to a provider and back. */
export function oauthStateCookie(config: Config, value: string, maxAgeSeconds: number): string {
  return secretCookie(config, OAUTH_STATE_COOKIE, value, maxAgeSeconds)
}

/** Returns the Set-Cookie value that names the browser which shows a QR code. */
export function qrBrowserCookie(config: Config, value: string, origin: string | undefined): string {
  const sameSite = sameSiteFor(config, origin)
  return secretCookie(config, QR_BROWSER_COOKIE, value, DAY_SECONDS, sameSite)
}

/** Returns the Set-Cookie value of the browser that a client has sent here. */
export function requestCookie(config: Config, value: string): string {
  return secretCookie(config, REQUEST_COOKIE, value, DAY_SECONDS)
}

/** Returns the Set-Cookie value of an opened invitation, which plain forms alone read. */
export function invitationCookie(config: Config, ticket: string): string {
  return writeCookie(config, {
    name: INVITATION_COOKIE,
    value: ticket,
    maxAge: INVITATION_SECONDS,
    path: '/form',
    httpOnly: true,
  })
}

/** Returns the Set-Cookie value of a change, which is different each time. */
export function changedCookie(config: Config): string {
  return secretCookie(config, CHANGED_COOKIE, makeToken(), LOADED_SECONDS)
}

/** Returns the Set-Cookie value of the web id, which the element reads too. */
export function webIdCookie(config: Config, webId: string): string {
  return writeCookie(config, { name: WEB_ID_COOKIE, value: webId, maxAge: WEB_ID_SECONDS })
}

/** Changes a Set-Cookie value so that browsers keep the cookie apart for each embedding site. */
export function toPartitioned(cookie: string): string {
  const { name, ...rest } = parseSetCookie(cookie)
  return stringifySetCookie({
    ...rest,
    name: name === SESSION_COOKIE ? PARTITIONED_SESSION_COOKIE : name,
    // Browsers take a partitioned cookie only with these two.
    secure: true,
    sameSite: 'none',
    partitioned: true,
  })
}

// Pages of other sites need `none`, which browsers take on HTTPS only.
function sameSiteFor(config: Config, origin: string | undefined): 'lax' | 'none' {
  const isOwn = origin === config.PUBLIC_ORIGIN || origin === config.SITE_ORIGIN
  return config.isHttps && origin !== undefined && !isOwn ? 'none' : 'lax'
}

function secretCookie(
  config: Config,
  name: string,
  value: string,
  maxAge: number,
  sameSite: 'lax' | 'none' = 'lax',
): string {
  return writeCookie(config, { name, value, maxAge, sameSite, httpOnly: true })
}

function writeCookie({ isHttps }: Config, cookie: SetCookie): string {
  return stringifySetCookie({ path: '/', sameSite: 'lax', secure: isHttps, ...cookie })
}
