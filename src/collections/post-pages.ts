import type { GetStaticPathsOptions, GetStaticPathsResult, Page } from 'astro'
import { langOf } from '../lib/languages.ts'
import { POSTS_PER_PAGE } from '../lib/page-numbers.ts'
import { type Post, posts } from './posts.ts'

/** Props of one page of the list. */
export interface Props {
  page: Page<Post>
}

/** Returns the pages of the list: `/blog`, `/blog/2`, … */
export async function blogListPaths(route: GetStaticPathsOptions): Promise<GetStaticPathsResult> {
  return route.paginate(await posts(langOf(route)), { pageSize: POSTS_PER_PAGE })
}

/** Returns a page for each post: `/blog/{id}`. */
export async function blogPostPaths(
  route: GetStaticPathsOptions,
): Promise<{ params: { id: string } }[]> {
  return (await posts(langOf(route))).map(({ slug }) => ({ params: { id: slug } }))
}
