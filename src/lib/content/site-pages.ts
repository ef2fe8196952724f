import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Lang, languages } from '../languages.ts'
import { POSTS_PER_PAGE } from '../page-numbers.ts'
import { anchorsOf, type TextRules } from './check-text.ts'
import { didYouMean } from './near.ts'
import { releasePlaces } from './release-places.ts'
import { topicLists } from './topic-lists.ts'
import { headOf, waitsFor } from './waiting.ts'

/** The list of a topic, and its further pages. */
const TOPIC = /^\/blog\/tags\/([^/]+)(?:\/([^/]+))?$/

/** What stands in the head of a text with a link. */
type Fields = Readonly<Record<string, unknown>>

/** Which addresses there are, as far as files tell; a folder without pages is not judged. */
export function sitePages(
  root: string,
  tags: ReadonlySet<string>,
): Pick<TextRules, 'hasPage' | 'correction'> & {
  /** What to do about a heading that a page does not have; pages that are no texts have all. */
  headingCorrection(lang: Lang, path: string, heading: string, from: Fields): string | undefined
  /** Says why a page, or a release on it, cannot be seen on the day on which `from` can. */
  notYet(path: string, heading: string, from: Fields): string | undefined
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
  const releases = releasePlaces(root, textsIn('changelog'))
  const lastPage = Math.ceil(slugs.size / POSTS_PER_PAGE)
  const topicPages = topicLists(root)
  const isFurther = (name: string, last: () => number): boolean =>
    /^[1-9]\d*$/.test(name) && Number(name) > 1 && Number(name) <= last()
  const isPart = (name: string, last: number): boolean =>
    /^(?:rss\.xml|feed\.json)?$/.test(name) || isFurther(name, () => last)
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
    headingCorrection: (lang, path, heading, from) => {
      if (/^\/changelog(?:\/|$)/.test(path)) {
        return releases.correction(path, heading, dayOf(from))
      }
      const key = `${lang} ${path}`
      if (!headings.has(key)) headings.set(key, headingsAt(lang, path))
      const isMissing = headings.get(key)?.has(heading) === false
      return isMissing ? 'correct what stands after the #' : undefined
    },
    notYet: (path, heading, from) => {
      if (from.draft === true) return undefined
      const day = dayOf(from)
      if (/^\/changelog(?:\/|$)/.test(path)) return releases.notYet(path, heading, day)
      const [, topic, number = 1] = TOPIC.exec(path) ?? []
      if (topic !== undefined && Number(number) > topicPages(topic, day)) {
        return 'has no posts that anybody can open yet: give one the topic, or remove the link'
      }
      const slug = /^\/blog\/([^/]+)$/.exec(path)?.[1]
      if (slug === undefined) return undefined
      // The page in every language waits for the English text.
      const file = join(root, 'src/content/blog/en', `${slug}.md`)
      if (!existsSync(file)) return undefined
      const head = Object(headOf(file))
      if (head.draft === true) {
        return 'is a draft, which nobody can open: publish it first, or remove the link'
      }
      const until = waitsFor(head, day)
      if (until === undefined) return undefined
      return `waits for ${until}: let this text wait as long, or remove the link`
    },
    hasPage: (path) => {
      const [, folder, name = '', ...rest] = path.split('/')
      if (names.length === 0 || fixed.has(path)) return true
      if (folder === 'changelog') return rest.length === 0 && isPart(name, releases.lastPage())
      if (folder !== 'blog') return /\.\w+$/.test(path) && existsSync(join(root, 'public', path))
      const [, topic = '', further] = TOPIC.exec(path) ?? []
      if (name === 'tags') {
        const isFirst = further === undefined
        return tags.has(topic) && (isFirst || isFurther(further, () => topicPages(topic)))
      }
      return rest.length === 0 && (slugs.has(name) || isPart(name, lastPage))
    },
    correction: (path) => didYouMean(path, all(), 'correct the address'),
  }
}

// The day on which a text can be read: its own, or today.
function dayOf({ date }: Fields): string {
  const today = new Date().toISOString().slice(0, 10)
  return typeof date === 'string' && date > today ? date : today
}
