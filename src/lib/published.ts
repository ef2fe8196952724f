import { splitId } from './fallback.ts'
import { mainLanguage } from './languages.ts'

/** Returns texts public on a day (UTC): no drafts; translations not before their English text. */
export function publishedOf<Text extends { id: string; data: { draft?: boolean; date: string } }>(
  texts: readonly Text[],
  today: string,
): Text[] {
  const due = texts.filter(({ data }) => data.draft !== true && data.date <= today)
  const known = new Set(due.map(({ id }) => id))
  return due.filter(({ id }) => known.has(`${mainLanguage}/${splitId(id)[1]}`))
}
