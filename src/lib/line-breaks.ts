import type { Lang } from './languages.ts'

/**
 * Keeps Japanese particles with the Latin word before them: a line of a heading that begins with
 * them reads as a mistake. Other languages stay as they are.
 */
export function keepTogether(text: string, lang: Lang): string {
  return lang === 'ja' ? text.replaceAll(/(?<=[\dA-Za-z%)]) (?=\p{scx=Hira})/gu, '\u00a0') : text
}
