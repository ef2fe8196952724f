import { getCollection } from 'astro:content'
import type { GetStaticPathsOptions, GetStaticPathsResult, Page } from 'astro'
import { type Lang, langOf } from '../lib/languages.ts'
import { POSTS_PER_PAGE } from '../lib/page-numbers.ts'
import { type Post, posts } from './posts.ts'

/** Props of one page of posts about a topic. */
export interface Props {
  page: Page<Post>
  tag: string
}

const known = new Map<Lang, Promise<ReadonlyMap<string, string>>>()

/** Returns the names of topics in a language, by key. */
export async function tagNames(lang: Lang): Promise<ReadonlyMap<string, string>> {
  // Cached during a build, as posts are.
  if (import.meta.env.DEV) return await readNames(lang)
  const found = known.get(lang) ?? readNames(lang)
  known.set(lang, found)
  return await found
}

async function readNames(lang: Lang): Promise<ReadonlyMap<string, string>> {
  const tags = await getCollection('tags')
  return new Map(tags.map(({ id, data }) => [id, data[lang]]))
}

/** Returns the pages of each topic that has posts: `/blog/tags/editor`, … */
export async function tagPaths(route: GetStaticPathsOptions): Promise<GetStaticPathsResult> {
  const all = await posts(langOf(route))
  const used = [...new Set(all.flatMap((post) => post.tags))]
  return used.flatMap((tag) =>
    route.paginate(
      all.filter((post) => post.tags.includes(tag)),
      { params: { tag }, props: { tag }, pageSize: POSTS_PER_PAGE },
    ),
  )
}
