import type { Lang } from './languages.ts'

/** Writes a day (`2026-11-21`) the way readers of a language write it; the time zone plays no part. */
export function formatDay(day: string, lang: Lang): string {
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`))
}

/** Whether a text is a day that exists, written as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  // Some engines move the 31st of a short month to the next month instead of refusing it.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
