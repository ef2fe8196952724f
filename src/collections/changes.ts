import { type CollectionEntry, getCollection } from 'astro:content'
import { localize, type Localized } from '../lib/fallback.ts'
import type { Lang } from '../lib/languages.ts'

/** A release as a reader of some language sees it. */
export type Change = Localized<CollectionEntry<'changelog'>>

/** Every release as a reader of `lang` sees it, newest first. */
export async function changes(lang: Lang): Promise<Change[]> {
  return localize(await getCollection('changelog'), lang).toSorted((one, two) =>
    two.slug.localeCompare(one.slug, 'en', { numeric: true }),
  )
}

/** The anchor of a release on the changelog page, such as `v1.0.0`. */
export function anchorOf(change: Change): string {
  return `v${change.slug}`
}
