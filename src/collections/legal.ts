import { type CollectionEntry, getCollection } from 'astro:content'
import { localize, type Localized } from '../lib/fallback.ts'
import type { Lang } from '../lib/languages.ts'

/** A legal text in one language. */
export type LegalText = Localized<CollectionEntry<'legal'>>

/** Returns a legal text, in English where it is not translated. */
export async function legalText(lang: Lang, slug: string): Promise<LegalText> {
  const found = localize(await getCollection('legal'), lang).find((text) => text.slug === slug)
  if (!found) throw new Error(`src/content/legal/en/${slug}.md is missing`)
  return found
}
