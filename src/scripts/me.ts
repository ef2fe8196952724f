/** The signed-in person as last seen by a page, for the header of the next page. */
export interface Me {
  name: string
  address: string
  /** URL of the picture; empty without one. */
  picture: string
  /** Organization that the browser acts for; empty for the person themself. */
  organizationId: string
  /** Its name; also empty where it is not known yet. */
  acting: string
  /** URL of that organization's logo; empty without one. */
  logo: string
  /** Whether the person belongs to an organization. */
  hasOrganization: boolean
}

const KEY = 'passport-me'

/** Returns the cached person, if any. */
export function readMe(): Me | undefined {
  try {
    const me: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    const { name = '', address = '', picture = '', ...rest } = Object(me) as Partial<Me>
    const { organizationId = '', acting = '', logo = '', hasOrganization = acting !== '' } = rest
    return me === null
      ? undefined
      : { name, address, picture, organizationId, acting, logo, hasOrganization }
  } catch {
    // Without storage, the header shows a plain icon.
    return undefined
  }
}

/** Caches or forgets the person and updates the header of this page. */
export function keepMe(me: Me | undefined): void {
  try {
    if (me === undefined) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(me))
  } catch {
    // The next page shows a plain icon.
  }
  document.dispatchEvent(new Event('me-change'))
}

/** Calls back when this page, or another tab, stores another person. */
export function watchMe(onChange: () => void): void {
  document.addEventListener('me-change', onChange)
  watchOtherTabs(onChange)
}

/** Calls back when another tab stores another person, until the returned function is called. */
export function watchOtherTabs(onChange: () => void): () => void {
  const listen = ({ key }: StorageEvent): void => {
    if (key === KEY) onChange()
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}
