/** Returns texts public on a day (UTC): neither drafts nor those of a later day. */
export function publishedOf<Text extends { data: { draft?: boolean; date: string } }>(
  texts: readonly Text[],
  today: string,
): Text[] {
  return texts.filter(({ data }) => data.draft !== true && data.date <= today)
}
