import { getCollection } from 'astro:content'
import type { GetStaticPathsResult, Page, PaginateFunction } from 'astro'
import type { Lang } from '../lib/languages.ts'
import { POSTS_PER_PAGE } from '../lib/page-numbers.ts'
import { type Post, posts } from './posts.ts'

/** What one page of the posts about a topic is made from. */
export interface Props {
  page: Page<Post>
  tag: string
}

const known = new Map<Lang, Promise<ReadonlyMap<string, string>>>()

/** What topics are called in a language, by their key. */
export async function tagNames(lang: Lang): Promise<ReadonlyMap<string, string>> {
  // As with posts: each page of a build asks for them.
  if (import.meta.env.DEV) return await readNames(lang)
  const found = known.get(lang) ?? readNames(lang)
  known.set(lang, found)
  return await found
}

async function readNames(lang: Lang): Promise<ReadonlyMap<string, string>> {
  const tags = await getCollection('tags')
  return new Map(tags.map(({ id, data }) => [id, data[lang]]))
}

/** The pages of each topic that somebody wrote about: `/blog/tags/editor`, `/blog/tags/editor/2`, … */
export async function tagPaths(
  lang: Lang,
  paginate: PaginateFunction,
): Promise<GetStaticPathsResult> {
  const all = await posts(lang)
  const used = [...new Set(all.flatMap((post) => post.tags))]
  return used.flatMap((tag) =>
    paginate(
      all.filter((post) => post.tags.includes(tag)),
      { params: { tag }, props: { tag }, pageSize: POSTS_PER_PAGE },
    ),
  )
}
