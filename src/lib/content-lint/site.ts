import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Lang, languages } from '../languages.ts'
import { once } from './once.ts'
import { type PageIndex, pageIndex } from './page-index.ts'
import { type Folder, folders, type SourceText, sourceText } from './source-text.ts'

/** Word list of the project, one word a line; # begins a comment. */
const WORD_LIST = 'src/content/words.txt'

/** All texts and the names that they may use. */
export interface Site {
  /** The pages of a language. */
  pagesIn(lang: Lang): PageIndex
  texts: readonly SourceText[]
  find(folder: Folder, lang: Lang, slug: string): SourceText | undefined
  authors: ReadonlySet<string>
  topics: ReadonlySet<string>
  words: ReadonlySet<string>
  /** Returns the first post of a language with this title. */
  firstTitled(lang: Lang, title: string): SourceText | undefined
}

/** Reads all texts below `root`, the folder that holds `src`. */
export function readSite(
  root: string,
  names: { authors: ReadonlySet<string>; topics: ReadonlySet<string> },
): Site {
  const texts = (Object.keys(folders) as Folder[]).flatMap((folder) =>
    languages.flatMap((lang) =>
      markdownIn(join(root, 'src/content', folder, lang)).map((path) =>
        sourceText(root, path, folder, lang),
      ),
    ),
  )
  const byName = new Map(texts.map((text) => [keyOf(text.folder, text.lang, text.slug), text]))
  const find: Site['find'] = (folder, lang, slug) => byName.get(keyOf(folder, lang, slug))
  const posts = texts.filter(({ folder }) => folder === 'blog')
  const titled = once(() =>
    Map.groupBy(posts, (post) => `${post.lang} ${String(post.values['title'])}`),
  )
  const pages = new Map<Lang, PageIndex>()
  return {
    ...names,
    pagesIn: (lang) => {
      const found = pages.get(lang) ?? pageIndex(root, lang, texts, find, names.topics)
      pages.set(lang, found)
      return found
    },
    texts,
    find,
    firstTitled: (lang, title) => titled().get(`${lang} ${title}`)?.[0],
    words: wordsIn(join(root, WORD_LIST)),
  }
}

function keyOf(folder: Folder, lang: Lang, slug: string): string {
  return [folder, lang, slug].join('/')
}

function markdownIn(folder: string): string[] {
  // A language without a folder simply has no texts yet.
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md') && !entry.name.startsWith('.'))
    .map(({ name }) => join(folder, name))
    .toSorted()
}

function wordsIn(path: string): ReadonlySet<string> {
  if (!existsSync(path)) return new Set()
  const lines = readFileSync(path, 'utf8').split(/\r?\n/)
  return new Set(lines.map((line) => line.trim()).filter((line) => !/^(?:#|$)/.test(line)))
}
