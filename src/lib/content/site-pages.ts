import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Lang, languages } from '../languages.ts'
import { anchorsOf, type TextRules } from './check-text.ts'
import { didYouMean } from './near.ts'

/** Which addresses there are, as far as files tell; a folder without pages is not judged. */
export function sitePages(
  root: string,
  tags: ReadonlySet<string>,
): Pick<TextRules, 'hasPage' | 'correction'> & {
  hasHeading(lang: Lang, path: string, heading: string): boolean
  /** Addresses of pages that follow from files and lists. */
  all(): string[]
} {
  const pages = join(root, 'src/pages')
  const names = existsSync(pages)
    ? readdirSync(pages, { recursive: true, encoding: 'utf8' })
        .map((name) => name.replaceAll('\\', '/'))
        .filter((name) => name.endsWith('.astro') && !name.includes('['))
    : []
  const fixed = new Set(names.map((name) => `/${name.replace(/(?:^|\/)?(?:index)?\.astro$/, '')}`))
  const slugs = new Set(
    languages.flatMap((lang) => {
      const folder = join(root, 'src/content/blog', lang)
      const files = existsSync(folder) ? readdirSync(folder) : []
      return files.filter((name) => name.endsWith('.md')).map((name) => basename(name, '.md'))
    }),
  )
  const all = (): string[] => [
    ...fixed,
    ...[...slugs].map((slug) => `/blog/${slug}`),
    ...[...tags].map((tag) => `/blog/tags/${tag}`),
  ]
  const headings = new Map<string, ReadonlySet<string> | undefined>()
  const headingsAt = (lang: Lang, path: string): ReadonlySet<string> | undefined => {
    const name = `${path.startsWith('/blog/') ? path.slice('/blog/'.length) : `../../legal/${lang}${path}`}.md`
    // Without a text of its own, a language shows the English one.
    const file = [lang, 'en' as const]
      .map((one) => join(root, 'src/content/blog', one, name))
      .find((one) => existsSync(one))
    return file === undefined ? undefined : anchorsOf(readFileSync(file, 'utf8'))
  }
  return {
    all,
    hasHeading: (lang, path, heading) => {
      const key = `${lang} ${path}`
      if (!headings.has(key)) headings.set(key, headingsAt(lang, path))
      return headings.get(key)?.has(heading) ?? true
    },
    hasPage: (path) => {
      const [, folder, name = '', rest] = path.split('/')
      if (names.length === 0 || fixed.has(path)) return true
      if (folder === 'changelog') return /^(?:\d+|rss\.xml|feed\.json)?$/.test(name)
      if (folder !== 'blog') return /\.\w+$/.test(path) && existsSync(join(root, 'public', path))
      if (name === 'tags') return tags.has(rest ?? '')
      return name === '' || slugs.has(name) || /^(?:\d+|rss\.xml|feed\.json)$/.test(name)
    },
    correction: (path) => didYouMean(path, all(), 'correct the address'),
  }
}
