import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isDay } from '../dates.ts'
import type { Lang } from '../languages.ts'

/** How a text says its day, by the name of the field; to parse each head again would take too long. */
const DAYS = {
  date: /^date: *["']?(\d{4}-\d{2}-\d{2})["']? *(?:#.*)?\r?$/m,
  effective: /^effective: *["']?(\d{4}-\d{2}-\d{2})["']? *(?:#.*)?\r?$/m,
}

/** Where a text says its day. */
export type DayField = keyof typeof DAYS

/** The day of the English text that a text translates; undefined where there is none to compare. */
export function dayOfOriginal(
  folder: string,
  lang: Lang,
  path: string,
  field: DayField,
): string | undefined {
  const english = join(folder, 'en', basename(path))
  if (lang === 'en' || !existsSync(english)) return undefined
  const day = DAYS[field].exec(readFileSync(english, 'utf8'))?.[1] ?? ''
  return isDay(day) ? day : undefined
}

/** Says that a translation has another day than its English text; readers take both for one text. */
export function checkSameDay(
  values: Record<string, unknown>,
  field: DayField,
  english: string | undefined,
): string | undefined {
  const day = values[field]
  if (english === undefined || values['draft'] === true) return undefined
  if (typeof day !== 'string' || !isDay(day) || day === english) return undefined
  return `"${day}" is not the day of the English text: write ${english}, or change both`
}
