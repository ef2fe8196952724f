import type { Lang } from './languages.ts'

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Formats the age of a time (Unix seconds), such as "3 hours ago". */
export function timeAgo(then: number, now: number, lang: Lang): string {
  const format = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' })
  const passed = Math.max(0, now - then)
  for (const [unit, seconds] of UNITS) {
    if (passed >= seconds) return plain(format.format(-Math.floor(passed / seconds), unit), lang)
  }
  return format.format(0, 'second')
}

// Japanese sets no space between a number and its unit.
function plain(text: string, lang: Lang): string {
  return lang === 'ja' ? text.replaceAll(' ', '') : text
}
