import Cookies from 'js-cookie'
import { readCookies } from '#protocol/read-cookies.ts'

const COOKIE = 'uid_tt'

/** Returns what tells pages that somebody is signed in, and in which session; it grants nothing. */
export function readSignedInHint(): string | undefined {
  if (typeof document === 'undefined') return undefined
  try {
    // Cookies of other hosts may have the same name.
    return readCookies(document.cookie, COOKIE).find((value) => /^su_[\w-]{32}/.test(value))
  } catch {
    // A sandboxed frame may not even look for cookies.
    return undefined
  }
}

/** Deletes the hint after a reply that the session has ended, unless there is a newer one by now. */
export function endSignedInHint(sentWith: string | undefined): void {
  if (sentWith === undefined) return
  const labels = location.hostname.split('.')
  const domains = [undefined, ...labels.map((_, at) => labels.slice(at).join('.'))]
  for (const domain of domains) {
    if (readSignedInHint() !== sentWith) return
    Cookies.remove(COOKIE, { path: '/', ...(domain !== undefined && { domain }) })
  }
}
