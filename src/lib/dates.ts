import type { Lang } from './languages.ts'

const formats = new Map<Lang, Intl.DateTimeFormat>()
const written = new Map<string, string>()

/** Writes a day (`2026-11-21`) the way readers of a language write it; the time zone plays no part. */
export function formatDay(day: string, lang: Lang): string {
  const known = written.get(lang + day)
  if (known !== undefined) return known
  // Making one takes longer than using it a hundred times, and many pages have the same days.
  const format =
    formats.get(lang) ?? new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' })
  formats.set(lang, format)
  const text = format.format(new Date(`${day}T00:00:00Z`))
  written.set(lang + day, text)
  return text
}

/** Whether a text is a day that exists, written as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  // Some engines move the 31st of a short month to the next month instead of refusing it.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
