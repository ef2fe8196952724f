/** Cookie of the session; its value is the secret. */
export const SESSION_COOKIE = 'sessionid'

/** The same in pages on other sites, where an application keeps it apart for each of them. */
const SESSION_TWIN_COOKIE = 'sessionid_ss'

/** The session in a Cookie header, under either of its names. */
export function readSession(header: string | undefined): string | undefined {
  return readCookie(header, SESSION_COOKIE) ?? readCookie(header, SESSION_TWIN_COOKIE)
}

/** Value of a cookie in a Cookie header; the first one of that name counts. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at !== -1 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}

/** What a cookie is set with besides its value; values are ours and need no encoding. */
export interface CookieOptions {
  maxAgeSeconds: number
  isHttps: boolean
  /** Whether scripts of the page may read it. */
  isReadable: boolean
  /** `None` for pages of other sites; browsers take it on https only. */
  sameSite: 'Lax' | 'None'
  /** Domain whose hosts all get it; only this host does where it is left out. */
  domain?: string | undefined
}

/** A Set-Cookie value for every path, and for this host only unless it names a domain. */
export function writeCookie(name: string, value: string, options: CookieOptions): string {
  return [
    `${name}=${value}`,
    `Max-Age=${options.maxAgeSeconds}`,
    'Path=/',
    ...(options.domain === undefined ? [] : [`Domain=${options.domain}`]),
    `SameSite=${options.sameSite}`,
    ...(options.isHttps ? ['Secure'] : []),
    ...(options.isReadable ? [] : ['HttpOnly']),
  ].join('; ')
}

/**
 * The same cookie for a page on another site: kept for that site alone, so that it follows nobody
 * from one to another. Browsers take it as a secure one only. The session has another name there.
 */
export function toPartitioned(cookie: string): string {
  const [pair = '', ...attributes] = cookie.split('; ')
  const rest = attributes.filter((one) => one !== 'Secure' && !one.startsWith('SameSite='))
  const [name = ''] = pair.split('=', 1)
  const own = name === SESSION_COOKIE ? SESSION_TWIN_COOKIE + pair.slice(name.length) : pair
  return [own, ...rest, 'SameSite=None', 'Secure', 'Partitioned'].join('; ')
}
