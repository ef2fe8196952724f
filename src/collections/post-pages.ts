import type { GetStaticPathsResult, Page, PaginateFunction } from 'astro'
import type { Lang } from '../lib/languages.ts'
import { POSTS_PER_PAGE } from '../lib/page-numbers.ts'
import { type Post, posts } from './posts.ts'

/** Props of one page of the list. */
export interface Props {
  page: Page<Post>
}

/** Returns the pages of the list: `/blog`, `/blog/2`, … */
export async function blogListPaths(
  lang: Lang,
  paginate: PaginateFunction,
): Promise<GetStaticPathsResult> {
  return paginate(await posts(lang), { pageSize: POSTS_PER_PAGE })
}

/** Returns a page for each post: `/blog/{id}`. */
export async function blogPostPaths(lang: Lang): Promise<{ params: { id: string } }[]> {
  return (await posts(lang)).map(({ slug }) => ({ params: { id: slug } }))
}
