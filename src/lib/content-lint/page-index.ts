import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { waitsFor } from '../content/waiting.ts'
import { type Lang, mainLanguage } from '../languages.ts'
import { POSTS_PER_PAGE } from '../page-numbers.ts'
import { messages } from './messages.ts'
import { type ReleaseIndex, releaseIndex } from './release-index.ts'
import type { Site } from './site.ts'
import type { SourceText } from './source-text.ts'

/** English addresses of the pages that a language has, derived from files. */
export type PageIndex = ReturnType<typeof pageIndex>

/** Pages of a topic. */
const TOPIC = /^\/blog\/tags\/([^/]+)(?:\/([^/]+))?$/
const CHANGELOG = /^\/changelog(?:\/|$)/

/** Indexes the pages of a language; a folder without pages is not checked. */
export function pageIndex(
  root: string,
  lang: Lang,
  allTexts: readonly SourceText[],
  find: Site['find'],
  topics: ReadonlySet<string>,
) {
  const texts = shownIn(lang, allTexts)
  const fixed = fixedPages(join(root, 'src/pages'))
  const posts = new Map(
    texts.filter(({ folder }) => folder === 'blog').map(({ slug, values }) => [slug, values]),
  )
  const releases = releaseIndex(texts)
  const lastPage = Math.ceil(posts.size / POSTS_PER_PAGE)
  const isPage = (name: string, last: number): boolean =>
    /^[1-9]\d*$/.test(name) && Number(name) > 1 && Number(name) <= last
  const isPart = (name: string, last: number): boolean =>
    /^(?:rss\.xml|feed\.json)?$/.test(name) || isPage(name, last)
  const valuesOf = (slug: string): SourceText['values'] => posts.get(slug) ?? {}
  const topicPages = (topic: string, day?: string): number => {
    const open = [...posts.values()].filter((values) => {
      const { tags } = values
      const isOn = Array.isArray(tags) && tags.includes(topic)
      return isOn && (day === undefined || isOpen(values, day))
    })
    return Math.ceil(open.length / POSTS_PER_PAGE)
  }
  return {
    /** Addresses of pages, for suggestions. */
    pages: () => [
      // The home page resembles every short address.
      ...[...fixed].filter((path) => path !== '/'),
      ...[...posts.keys()].map((slug) => `/blog/${slug}`),
      ...[...topics].map((topic) => `/blog/tags/${topic}`),
    ],
    hasPage: (path: string) => {
      if (fixed.size === 0 || fixed.has(path)) return true
      const [, folder, name = '', ...rest] = path.split('/')
      if (folder === 'changelog') return rest.length === 0 && isPart(name, releases.lastPage)
      if (folder !== 'blog') return /\.\w+$/.test(path) && existsSync(join(root, 'public', path))
      const [, topic = '', further] = TOPIC.exec(path) ?? []
      if (name !== 'tags') return rest.length === 0 && (posts.has(name) || isPart(name, lastPage))
      return topics.has(topic) && (further === undefined || isPage(further, topicPages(topic)))
    },
    /** Returns advice about a heading that the page does not have. */
    headingAdvice: ({ values }: SourceText, path: string, heading: string) => {
      if (CHANGELOG.test(path)) return releases.advice(path, heading, dayOf(values))
      const [folder, slug] = path.startsWith('/blog/')
        ? (['blog', path.slice('/blog/'.length)] as const)
        : (['legal', path.slice(1)] as const)
      // A language without a translation shows the English text.
      const text = find(folder, lang, slug) ?? find(folder, mainLanguage, slug)
      return text?.headingIds.has(heading) === false ? messages.pageIndex.correctHeading : undefined
    },
    /** Returns why a page or release is not yet public on the day of a text. */
    notYet: (path: string, heading: string, from: SourceText['values']) =>
      from['draft'] === true
        ? undefined
        : notYet(path, heading, dayOf(from), { releases, topicPages, valuesOf }),
  }
}

// A language shows its own texts and English ones; of the two, that which is public first.
function shownIn(lang: Lang, texts: readonly SourceText[]): SourceText[] {
  const shown = new Map<string, SourceText>()
  const own = texts.filter((text) => text.lang === lang)
  for (const text of [...own, ...texts.filter((other) => other.lang === mainLanguage)]) {
    const key = `${text.folder}/${text.slug}`
    const first = shown.get(key)
    if (first === undefined || publicFrom(text) < publicFrom(first)) shown.set(key, text)
  }
  return [...shown.values()]
}

// The day of a text, after all days for a draft.
function publicFrom({ values: { date, draft } }: SourceText): string {
  if (draft === true) return 'never'
  return typeof date === 'string' ? date : ''
}

function notYet(
  path: string,
  heading: string,
  day: string,
  site: {
    releases: ReleaseIndex
    topicPages(topic: string, day: string): number
    valuesOf(slug: string): SourceText['values']
  },
): string | undefined {
  if (CHANGELOG.test(path)) return site.releases.notYet(path, heading, day)
  const [, topic, number = 1] = TOPIC.exec(path) ?? []
  if (topic !== undefined) {
    return Number(number) > site.topicPages(topic, day) ? messages.pageIndex.noPosts : undefined
  }
  const slug = /^\/blog\/([^/]+)$/.exec(path)?.[1]
  if (slug === undefined) return undefined
  const values = site.valuesOf(slug)
  if (values['draft'] === true) return messages.pageIndex.draft
  const until = waitsFor(values, day)
  return until === undefined ? undefined : messages.pageIndex.waits(until)
}

function fixedPages(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.(?:astro|ts)$/.test(name) && !name.includes('['))
  return new Set(names.map((name) => `/${name.replace(/\.ts$|(?:^|\/)?(?:index)?\.astro$/, '')}`))
}

function isOpen(values: SourceText['values'], day: string): boolean {
  return values['draft'] !== true && waitsFor(values, day) === undefined
}

// Day on which a text becomes public: its own, or today.
function dayOf({ date }: SourceText['values']): string {
  const today = new Date().toISOString().slice(0, 10)
  return typeof date === 'string' && date > today ? date : today
}
