/** Who was signed in when a page last saw it, for the header of the next one. */
export interface Me {
  name: string
  address: string
  /** Address of the picture; empty without one. */
  picture: string
  /** Organization that the browser acts for; empty for the person themself. */
  acting: string
}

const KEY = 'passport-me'

/** Reads it; undefined where nobody is known. */
export function readMe(): Me | undefined {
  try {
    const me: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    const { name = '', address = '', picture = '', acting = '' } = Object(me) as Partial<Me>
    return me === null ? undefined : { name, address, picture, acting }
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

/** Calls back when this page, or another tab, keeps somebody else. */
export function watchMe(onChange: () => void): void {
  document.addEventListener('me-change', onChange)
  addEventListener('storage', ({ key }) => {
    if (key === KEY) onChange()
  })
}
