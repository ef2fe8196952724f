import { type Lang, languages } from '../lib/languages.ts'

/** Language that the page is written in. */
export function pageLanguage(): Lang {
  return languages.find((language) => language === document.documentElement.lang) ?? languages[0]
}
