import type { Lang } from './languages.ts'

const formats = new Map<Lang, Intl.DateTimeFormat>()

/** Writes a day (`2026-11-21`) the way readers of a language write it; the time zone plays no part. */
export function formatDay(day: string, lang: Lang): string {
  // Making one takes longer than using it a hundred times, and many posts have many days.
  const format =
    formats.get(lang) ?? new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' })
  formats.set(lang, format)
  return format.format(new Date(`${day}T00:00:00Z`))
}

/** Whether a text is a day that exists, written as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  // Some engines move the 31st of a short month to the next month instead of refusing it.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
