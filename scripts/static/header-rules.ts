import { siteLanguages } from '../../protocol/languages.ts'
import { YEAR_SECONDS } from '../../server/lib/clock.ts'
import { assetHeaders, pageHeaders, type PageNeeds } from '../../server/http/headers.ts'
import { pageTypes } from '../../server/http/page-types.ts'
import { pagePath } from '../../server/lib/page-path.ts'

/** Headers by their lower-case names. */
export type Headers = Readonly<Record<string, string>>

/** A path pattern and its headers; `*` at the end matches anything, `:type` one segment. */
export interface HeaderRule {
  paths: readonly string[]
  headers: Headers
}

/** Folders of files whose names contain a hash of their content. */
const hashedFolders = ['/_astro', '/assets', '/pagefind/fragment', '/pagefind/index']

const inEachLanguage = (paths: readonly string[]): string[] =>
  paths.flatMap((path) => siteLanguages.map((language) => pagePath(path, language)))

/**
 * The headers of our own server by path, for static hosts; a later rule replaces an earlier one. Such
 * a host cannot check who opened a sign-in page, so every opener keeps its handle: without it no popup
 * of another site could finish.
 */
export function headerRules(site: PageNeeds): HeaderRule[] {
  const { isHttps } = site
  const usual = pageHeaders(site)
  const opened = pageHeaders({ ...site, hasOpener: true })
  const search = pageHeaders({ ...site, hasWasm: true })
  return [
    { paths: ['/*'], headers: { ...usual, 'cache-control': 'public, no-cache' } },
    {
      paths: hashedFolders.map((folder) => `${folder}/*`),
      headers: {
        ...assetHeaders(isHttps),
        'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
      },
    },
    {
      paths: inEachLanguage([...pageTypes.oauthCallback, ...pageTypes.signIn]),
      headers: changed(usual, opened),
    },
    { paths: inEachLanguage(pageTypes.search), headers: changed(usual, search) },
  ]
}

function changed(usual: Headers, other: Headers): Headers {
  return Object.fromEntries(Object.entries(other).filter(([name, value]) => usual[name] !== value))
}
