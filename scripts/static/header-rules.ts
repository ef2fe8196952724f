import { siteLanguages } from '../../protocol/languages.ts'
import { YEAR_SECONDS } from '../../server/lib/clock.ts'
import { assetHeaders, pageHeaders, type PageNeeds } from '../../server/http/headers.ts'
import { pageTypes } from '../../server/http/page-types.ts'
import { pagePath } from '../../server/lib/page-path.ts'

/** Headers, by their names in small letters. */
export type Headers = Readonly<Record<string, string>>

/** Some addresses and what is sent with them; `*` at the end is anything, `:type` one step. */
export interface HeaderRule {
  paths: readonly string[]
  headers: Headers
}

/** Folders of files whose names change with what is in them. */
const hashedFolders = ['/_astro', '/assets', '/pagefind/fragment', '/pagefind/index']

const inEachLanguage = (paths: readonly string[]): string[] =>
  paths.flatMap((path) => siteLanguages.map((language) => pagePath(path, language)))

/**
 * The headers that our own server sends, told by address for hosts that only serve files; a later
 * rule replaces what an earlier one says. Such a host cannot ask who opened a sign-in page, so it
 * lets every opener keep hold of one: else no popup of another site would come to an end.
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

/** What an address gets by these rules. */
export function headersAt(rules: readonly HeaderRule[], path: string): Headers {
  return Object.assign(
    {},
    ...rules
      .filter(({ paths }) => paths.some((pattern) => toPattern(pattern).test(path)))
      .map(({ headers }) => headers),
  ) as Headers
}

function toPattern(path: string): RegExp {
  const body = path
    .replaceAll('.', String.raw`\.`)
    .replace(/\*$/, '.*')
    .replace(/:type/, '[^/]+')
  return new RegExp(`^${body}$`)
}

function changed(usual: Headers, other: Headers): Headers {
  return Object.fromEntries(Object.entries(other).filter(([name, value]) => usual[name] !== value))
}
