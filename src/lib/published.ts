import { splitId } from './fallback.ts'
import { mainLanguage } from './languages.ts'

/**
 * The texts, such as `ja/first-post`, that readers may see on a day: no drafts, and none of a later
 * day (UTC). A translation waits for its English text: the language switch of its page leads there.
 */
export function publishedOf<Text extends { id: string; data: { draft?: boolean; date: string } }>(
  texts: readonly Text[],
  today: string,
): Text[] {
  const due = texts.filter(({ data }) => data.draft !== true && data.date <= today)
  const known = new Set(due.map(({ id }) => id))
  return due.filter(({ id }) => known.has(`${mainLanguage}/${splitId(id)[1]}`))
}
