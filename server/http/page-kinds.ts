/** Pages, by their address without language, whose headers differ from those of all others. */
export const pageKinds = {
  /** Its index is read by WebAssembly. */
  search: ['/search'],
  /** Third parties send people back to these, in a window that the element may have opened. */
  returns: [
    '/third-party-oauth',
    '/github-oauth-callback',
    '/google-oauth-callback',
    '/google-verify-callback',
    '/vercel-oauth-callback',
    '/third-party-oauth-callback/:type',
  ],
  /** A page of another site may have opened these in a popup, to have somebody sign in for it. */
  entries: ['/login', '/sign-up', '/reset-password'],
} as const

/** A kind of page. */
export type PageKind = keyof typeof pageKinds

const patterns = Object.entries(pageKinds).map(
  ([kind, paths]) =>
    [
      kind as PageKind,
      new RegExp(`^(?:/ja)?(?:${paths.map((path) => path.replace(':type', '\\w+')).join('|')})$`),
    ] as const,
)

/** The kind of the page at an address; undefined for one like all others. */
export function kindOf(path: string): PageKind | undefined {
  return patterns.find(([, pattern]) => pattern.test(path))?.[0]
}
