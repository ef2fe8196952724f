/** Who was signed in when a page last saw it, for the header of the next one. */
export interface Me {
  name: string
  address: string
  /** Address of the picture; empty without one. */
  picture: string
}

const KEY = 'passport-me'

/** Reads it; undefined where nobody is known. */
export function readMe(): Me | undefined {
  try {
    const me: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    const { name, address, picture } = Object(me) as Partial<Me>
    return me === null
      ? undefined
      : { name: name ?? '', address: address ?? '', picture: picture ?? '' }
  } catch {
    // Storage may be closed to the page: the header has a plain sign then.
    return undefined
  }
}

/** Keeps it, or forgets it, and lets the header of this page follow. */
export function keepMe(me: Me | undefined): void {
  try {
    if (me === undefined) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(me))
  } catch {
    // The next page has a plain sign.
  }
  document.dispatchEvent(new Event('me-change'))
}
