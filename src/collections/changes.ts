import type { GetStaticPathsResult, Page, PaginateFunction } from 'astro'
import { type CollectionEntry, getCollection } from 'astro:content'
import { localize, type Localized } from '../lib/fallback.ts'
import { type Lang, mainLanguage } from '../lib/languages.ts'
import { changelogPage, RELEASES_PER_PAGE } from '../lib/page-numbers.ts'
import { publishedOf } from '../lib/published.ts'

/** A release as a reader of some language sees it. */
export interface Change extends Localized<CollectionEntry<'changelog'>> {
  /** Address in English of the page that it is on now. */
  page: string
}

/** What one page of the changelog is made from. */
export interface Props {
  page: Page<Change>
}

/**
 * Every release as a reader of `lang` sees it, newest first. One of a later day waits for a build on
 * that day, as posts do, and is shown while developing.
 */
export async function changes(lang: Lang): Promise<Change[]> {
  const all = await getCollection('changelog')
  const today = new Date().toISOString().slice(0, 10)
  return localize(import.meta.env.DEV ? all : publishedOf(all, today), lang)
    .toSorted((one, two) => two.slug.localeCompare(one.slug, mainLanguage, { numeric: true }))
    .map((change, at) => ({
      ...change,
      page: changelogPage(Math.floor(at / RELEASES_PER_PAGE) + 1),
    }))
}

/** The pages of the changelog: `/changelog`, `/changelog/2`, … */
export async function changelogPaths(
  lang: Lang,
  paginate: PaginateFunction,
): Promise<GetStaticPathsResult> {
  return paginate(await changes(lang), { pageSize: RELEASES_PER_PAGE })
}

/** The anchor of a release on its page, such as `v1.0.0`. */
export function anchorOf(change: Change): string {
  return `v${change.slug}`
}

/** Address of a release in English; it moves to a further page as newer ones come. */
export function pathOf(change: Change): string {
  return `${change.page}#${anchorOf(change)}`
}
