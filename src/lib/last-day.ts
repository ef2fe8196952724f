/** Where each day ends last: whatever holds through a day, holds until it is over there too. */
const LAST_ZONE = 'Etc/GMT+12'

/** Writes the last day of something that ends at a time in Unix seconds. */
export function formatLastDay(
  endsAt: number,
  lang: string,
  dateStyle: 'long' | 'medium' = 'long',
): string {
  const format = new Intl.DateTimeFormat(lang, { dateStyle, timeZone: LAST_ZONE })
  return format.format(endsAt * 1000)
}
