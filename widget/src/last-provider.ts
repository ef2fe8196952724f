const KEY = 'passport-last-provider'

/** Name of the third party that this browser was signed in by last; empty without one. */
export function lastProvider(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    // Storage may be closed to this page; nothing is known then.
    return ''
  }
}

/** Notes by which third party this browser was signed in; another way in is an empty name. */
export function noteProvider(name: string): void {
  try {
    if (name === '') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, name)
  } catch {
    // It only helps.
  }
}
