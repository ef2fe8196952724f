import Cookies from 'js-cookie'
import { WEB_ID, WEB_ID_COOKIE as COOKIE } from '#protocol/common-params.ts'
import { readCookies } from '#protocol/read-cookies.ts'

const COOKIE_DAYS = 365
const FINGERPRINT_WAIT_MS = 1000
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Creates a web id: the time, and a UUID with `_` for `-`. */
export function makeWebId(now: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint32Array(36))
  const characters = [...random].map((value, at) => {
    if ([8, 13, 18, 23].includes(at)) return '_'
    if (at === 14) return '4'
    // The variant digit of a UUID: one of four characters.
    if (at === 19) return letters.charAt((value & 3) | 8)
    return letters.charAt(value % letters.length)
  })
  return `verify_${now.toString(36)}_${characters.join('')}`
}

/** The web id that this page made; frames of another site may keep no cookie. */
let made: string | undefined

/** Returns the browser's web id from its cookie; empty outside a browser. */
export function readWebId(): string {
  if (typeof document === 'undefined') return ''
  const kept = readCookies(document.cookie, COOKIE).find((value) => WEB_ID.test(value))
  if (kept !== undefined) return kept
  made ??= makeWebId()
  Cookies.set(COOKIE, made, {
    expires: COOKIE_DAYS,
    path: '/',
    sameSite: 'lax',
    secure: location.protocol === 'https:',
  })
  return made
}

/** Waits at most 1000 ms for a fingerprint; empty after that. */
export async function fingerprintInTime(source: () => string | Promise<string>): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(''), FINGERPRINT_WAIT_MS)
  })
  try {
    return await Promise.race([Promise.resolve().then(source), late])
  } catch {
    // A page that forbids cookies may throw; the call is still worth making.
    return ''
  } finally {
    clearTimeout(timer)
  }
}
