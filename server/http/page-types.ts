import { siteLanguages } from '#protocol/languages.ts'

/** Pages that need other headers than the rest, by their path without language. */
export const pageTypes = {
  /** The search index is read by WebAssembly. */
  search: ['/search'],
  /** Providers send people back to these pages, possibly in a popup of the element. */
  oauthCallback: [
    '/third-party-oauth',
    '/github-oauth-callback',
    '/google-oauth-callback',
    '/google-verify-callback',
    '/vercel-oauth-callback',
    '/third-party-oauth-callback/:type',
  ],
  /** A page of another site may open these in a popup, so that somebody signs in for it. */
  signIn: ['/login', '/sign-up', '/reset-password'],
} as const

/** Name of a group of pages with headers of their own. */
export type PageType = keyof typeof pageTypes

const patterns = Object.entries(pageTypes).map(
  ([type, paths]) =>
    [
      type as PageType,
      new RegExp(
        `^(?:/(?:${siteLanguages.join('|')}))?(?:${paths.map((path) => path.replace(':type', '\\w+')).join('|')})$`,
      ),
    ] as const,
)

/** Returns the type of the page at a path; undefined for an ordinary page. */
export function pageTypeOf(path: string): PageType | undefined {
  return patterns.find(([, pattern]) => pattern.test(path))?.[0]
}
