/** Interface of the client, sent as `account_sdk_source`. */
export type Source = 'web' | 'app' | 'sso'

/** Name of a path family. */
export type Family = 'web' | 'mobile' | 'aff' | 'sso' | 'root'

/** Prefix of each family, and the source that decides its success rule. */
export const families = {
  web: { prefix: '/passport/web/', source: 'web' },
  mobile: { prefix: '/passport/mobile/', source: 'app' },
  aff: { prefix: '/passport/aff/web/', source: 'web' },
  sso: { prefix: '/passport/sso/', source: 'sso' },
  root: { prefix: '/', source: 'sso' },
} as const satisfies Record<Family, { prefix: string; source: Source }>

/** Paths of an endpoint below the prefix of each family; our client calls the first one. */
export type Paths = Partial<Record<Family, readonly string[]>>

/** Returns the same paths for web, mobile, enterprise and sso. */
export function everyFamily(...tails: string[]): Paths {
  return { web: tails, mobile: tails, aff: tails, sso: tails }
}

/** Returns the same paths for web and mobile. */
export function ownAccount(...tails: string[]): Paths {
  return { web: tails, mobile: tails }
}

/** Returns the same paths for web, mobile and enterprise. */
export function withEnterprise(...tails: string[]): Paths {
  return { ...ownAccount(...tails), aff: tails }
}

/**
 * Returns further paths of the same endpoint, which our client does not use: the central sign-in host
 * prefixes enterprise paths, and old apps leave out `mobile` before `user`, `email` and `auth`.
 */
export function otherPathsOf(family: Family, path: string): { family: Family; path: string }[] {
  const { prefix } = families[family]
  if (!path.startsWith(prefix)) return []
  const tail = path.slice(prefix.length)
  if (family === 'aff') {
    return [`aff/web/${tail}`, `aff/${tail}`].map((ssoTail) => ({
      family: 'sso',
      path: pathIn('sso', ssoTail),
    }))
  }
  const isOld = family === 'mobile' && /^(?:user|email|auth)\//.test(tail)
  return isOld ? [{ family, path: `/passport/${tail}` }] : []
}

/** Returns the absolute path, without trailing slash. */
export function pathIn(family: Family, tail: string): string {
  return families[family].prefix + tail
}
