import type { Lang } from './languages.ts'

const formats = new Map<Lang, Intl.DateTimeFormat>()
const written = new Map<string, string>()

/** Formats a day (`2026-11-21`) in a language, independent of time zones. */
export function formatDay(day: string, lang: Lang): string {
  const known = written.get(lang + day)
  if (known !== undefined) return known
  // Creating a format takes longer than using it a hundred times.
  const format =
    formats.get(lang) ?? new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' })
  formats.set(lang, format)
  const text = format.format(new Date(`${day}T00:00:00Z`))
  written.set(lang + day, text)
  return text
}

/** Returns whether a text is an existing day as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  // Some engines accept the 31st of a short month.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
