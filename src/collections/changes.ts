import type { GetStaticPathsOptions, GetStaticPathsResult, Page } from 'astro'
import { type CollectionEntry, getCollection } from 'astro:content'
import { localize, type Localized } from '../lib/fallback.ts'
import { type Lang, langOf, mainLanguage } from '../lib/languages.ts'
import { changelogPage, RELEASES_PER_PAGE } from '../lib/page-numbers.ts'
import { publishedOf } from '../lib/published.ts'

/** A release in one language. */
export interface Change extends Localized<CollectionEntry<'changelog'>> {
  /** English path of the changelog page that shows it. */
  page: string
}

/** Props of one changelog page. */
export interface Props {
  page: Page<Change>
}

/** Returns releases, newest first; those of a later day only while developing. */
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
export async function changelogPaths(route: GetStaticPathsOptions): Promise<GetStaticPathsResult> {
  return route.paginate(await changes(langOf(route)), { pageSize: RELEASES_PER_PAGE })
}

/** Returns the anchor of a release, such as `v1.0.0`. */
export function anchorOf(change: Change): string {
  return `v${change.slug}`
}

/** Returns a release's English address; its page changes as newer releases come. */
export function pathOf(change: Change): string {
  return `${change.page}#${anchorOf(change)}`
}
