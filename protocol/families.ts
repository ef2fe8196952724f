/** Who calls: the source names the interface of the client and is sent as `account_sdk_source`. */
export type Source = 'web' | 'app' | 'sso'

/** A path family. The same operation may be offered in several, under another prefix. */
export type Family = 'web' | 'mobile' | 'aff' | 'sso' | 'root'

/** Prefix of each family and the source whose success rule its replies follow. */
export const families = {
  web: { prefix: '/passport/web/', source: 'web' },
  mobile: { prefix: '/passport/mobile/', source: 'app' },
  aff: { prefix: '/passport/aff/web/', source: 'web' },
  sso: { prefix: '/passport/sso/', source: 'sso' },
  root: { prefix: '/', source: 'sso' },
} as const satisfies Record<Family, { prefix: string; source: Source }>

/** Path tails of one operation by family; the first of a family is the one our client calls. */
export type Paths = Partial<Record<Family, readonly string[]>>

/** The usual case: the same tails under web, mobile, enterprise and sso. */
export function everyFamily(...tails: string[]): Paths {
  return { web: tails, mobile: tails, aff: tails, sso: tails }
}

/** Tails that only people with a session of their own use: web and mobile. */
export function ownAccount(...tails: string[]): Paths {
  return { web: tails, mobile: tails }
}

/** The same and enterprise. */
export function withEnterprise(...tails: string[]): Paths {
  return { ...ownAccount(...tails), aff: tails }
}

/**
 * Other paths that lead to the same; our client calls none of them. A central sign-in host has its
 * prefix before those of enterprise clients, with and without `web`, and old apps leave `mobile` out
 * where `user`, `email` or `auth` follows.
 */
export function otherPathsOf(family: Family, path: string): { family: Family; path: string }[] {
  const { prefix } = families[family]
  if (!path.startsWith(prefix)) return []
  const tail = path.slice(prefix.length)
  if (family === 'aff') {
    return [`aff/web/${tail}`, `aff/${tail}`].map((one) => ({
      family: 'sso',
      path: pathIn('sso', one),
    }))
  }
  const isOld = family === 'mobile' && /^(?:user|email|auth)\//.test(tail)
  return isOld ? [{ family, path: `/passport/${tail}` }] : []
}

/** Absolute path of a tail, without trailing slash. */
export function pathIn(family: Family, tail: string): string {
  return families[family].prefix + tail
}
