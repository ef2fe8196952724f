/** The time zone in which a day ends last: what is valid through a day is valid until then. */
const LAST_ZONE = 'Etc/GMT+12'

/** Formats the last day of something that ends at a time in Unix seconds. */
export function formatLastDay(
  endsAt: number,
  lang: string,
  dateStyle: 'long' | 'medium' = 'long',
): string {
  const format = new Intl.DateTimeFormat(lang, { dateStyle, timeZone: LAST_ZONE })
  return format.format(endsAt * 1000)
}
