import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Lang, languages } from '../languages.ts'
import { POSTS_PER_PAGE, RELEASES_PER_PAGE } from '../page-numbers.ts'
import { anchorsOf, type TextRules } from './check-text.ts'
import { didYouMean } from './near.ts'
import { headOf, waitsFor } from './waiting.ts'

/** Which addresses there are, as far as files tell; a folder without pages is not judged. */
export function sitePages(
  root: string,
  tags: ReadonlySet<string>,
): Pick<TextRules, 'hasPage' | 'correction'> & {
  hasHeading(lang: Lang, path: string, heading: string): boolean
  /** Says why a page cannot be opened on the day on which a text with these fields can. */
  notYet(path: string, from: Record<string, unknown>): string | undefined
  /** Addresses of pages that follow from files and lists. */
  all(): string[]
} {
  const pages = join(root, 'src/pages')
  const names = existsSync(pages)
    ? readdirSync(pages, { recursive: true, encoding: 'utf8' })
        .map((name) => name.replaceAll('\\', '/'))
        .filter((name) => /\.(?:astro|ts)$/.test(name) && !name.includes('['))
    : []
  const fixed = new Set(
    names.map((name) => `/${name.replace(/\.ts$|(?:^|\/)?(?:index)?\.astro$/, '')}`),
  )
  const textsIn = (room: string): Set<string> =>
    new Set(
      languages.flatMap((lang) => {
        const folder = join(root, 'src/content', room, lang)
        const files = existsSync(folder) ? readdirSync(folder) : []
        return files.filter((name) => name.endsWith('.md')).map((name) => basename(name, '.md'))
      }),
    )
  const slugs = textsIn('blog')
  const lastPages = {
    blog: Math.ceil(slugs.size / POSTS_PER_PAGE),
    changelog: Math.ceil(textsIn('changelog').size / RELEASES_PER_PAGE),
  }
  const isPart = (room: keyof typeof lastPages, name: string): boolean =>
    /^(?:rss\.xml|feed\.json)?$/.test(name) ||
    (/^[1-9]\d*$/.test(name) && Number(name) > 1 && Number(name) <= lastPages[room])
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
    notYet: (path, from) => {
      const slug = /^\/blog\/([^/]+)$/.exec(path)?.[1]
      if (slug === undefined || from.draft === true) return undefined
      // The page in every language waits for the English text.
      const file = join(root, 'src/content/blog/en', `${slug}.md`)
      if (!existsSync(file)) return undefined
      const head = Object(headOf(file))
      if (head.draft === true) {
        return 'is a draft, which nobody can open: publish it first, or remove the link'
      }
      const today = new Date().toISOString().slice(0, 10)
      const day = typeof from.date === 'string' && from.date > today ? from.date : today
      const until = waitsFor(head, day)
      if (until === undefined) return undefined
      return `waits for ${until}: let this text wait as long, or remove the link`
    },
    hasPage: (path) => {
      const [, folder, name = '', rest] = path.split('/')
      if (names.length === 0 || fixed.has(path)) return true
      if (folder === 'changelog') return isPart('changelog', name)
      if (folder !== 'blog') return /\.\w+$/.test(path) && existsSync(join(root, 'public', path))
      if (name === 'tags') return tags.has(rest ?? '')
      return slugs.has(name) || isPart('blog', name)
    },
    correction: (path) => didYouMean(path, all(), 'correct the address'),
  }
}
