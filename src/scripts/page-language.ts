import { type Lang, languages } from '../lib/languages.ts'

/** Returns the language of the page. */
export function pageLanguage(): Lang {
  return languages.find((language) => language === document.documentElement.lang) ?? languages[0]
}
