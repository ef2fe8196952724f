import type { Language } from '#protocol/languages.ts'

/** Writes a time with its zone, since nobody knows the reader's: a bare day would be another one in America. */
export function timeText(at: number, language: Language): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  // The narrow space before AM would double the price of a text message.
  return `${format.format(at).replaceAll('\u202F', ' ')} UTC`
}
