import { type CollectionEntry, getCollection, getEntry } from 'astro:content'
import { localize, type Localized } from '../lib/fallback.ts'
import { type Lang, languages } from '../lib/languages.ts'
import { POSTS_PER_PAGE } from '../lib/page-numbers.ts'
import { publishedOf } from '../lib/published.ts'
import { readingMinutes } from '../lib/reading-time.ts'

/** A post in one language; `date` is `YYYY-MM-DD`. */
export interface Post extends Localized<CollectionEntry<'blog'>> {
  title: string
  description: string
  date: string
  tags: readonly string[]
  author: string
  minutes: number
  /** A draft or a post of a later day, visible only while developing. */
  isUnpublished: boolean
}

const known = new Map<Lang, Promise<Post[]>>()

/** Returns published posts, newest first; drafts and later posts only while developing. */
export async function posts(lang: Lang): Promise<Post[]> {
  // Cached, since every page of a build needs them; while developing they change.
  if (import.meta.env.DEV) return await readPosts(lang)
  const found = known.get(lang) ?? readPosts(lang)
  known.set(lang, found)
  return await found
}

/** Returns the languages whose list of such posts has a page of this number. */
export async function languagesWithPage(
  number: number,
  isListed: (post: Post) => boolean = () => true,
): Promise<Lang[]> {
  const counts = await Promise.all(
    languages.map(async (lang) => (await posts(lang)).filter(isListed).length),
  )
  return languages.filter((_, at) => (counts[at] ?? 0) > (number - 1) * POSTS_PER_PAGE)
}

async function readPosts(lang: Lang): Promise<Post[]> {
  const today = new Date().toISOString().slice(0, 10)
  const all = await getCollection('blog')
  const published = new Set(publishedOf(all, today))
  const entries = import.meta.env.DEV ? all : [...published]
  const found = localize(entries, lang).map(async (localized): Promise<Post> => {
    const { title, description, date, tags, author } = localized.entry.data
    const person = await getEntry('authors', author)
    const minutes = readingMinutes(localized.entry.body ?? '', localized.textLang)
    const name = person?.data.name ?? author
    const isUnpublished = !published.has(localized.entry)
    return { ...localized, title, description, date, tags, author: name, minutes, isUnpublished }
  })
  return (await Promise.all(found)).toSorted(
    (one, two) => two.date.localeCompare(one.date) || one.slug.localeCompare(two.slug),
  )
}
