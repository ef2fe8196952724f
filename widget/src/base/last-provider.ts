const KEY = 'passport-last-provider'

/** Returns the provider last used in this browser; empty without one. */
export function lastProvider(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    // Without storage none is known.
    return ''
  }
}

/** Stores the provider of a sign-in; empty for another method. */
export function noteProvider(name: string): void {
  try {
    if (name === '') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, name)
  } catch {
    // Without storage the mark is missing.
  }
}
