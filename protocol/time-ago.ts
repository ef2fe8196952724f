import type { Language } from './languages.ts'

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Formats the age of a time (Unix seconds), such as "3 hours ago". */
export function timeAgo(then: number, now: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const passed = Math.max(0, now - then)
  for (const [unit, seconds] of UNITS) {
    if (passed >= seconds)
      return plain(format.format(-Math.floor(passed / seconds), unit), language)
  }
  return format.format(0, 'second')
}

// Japanese sets no space between a number and its unit.
function plain(text: string, language: Language): string {
  return language === 'ja' ? text.replaceAll(' ', '') : text
}
