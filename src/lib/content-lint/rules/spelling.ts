import {
  finalizeSettings,
  getDefaultBundledSettingsAsync,
  getDictionary,
  loadConfig,
  mergeSettings,
} from 'cspell-lib'
import { mainLanguage } from '../../languages.ts'
import { nearest } from '../did-you-mean.ts'
import type { Finding } from '../finding.ts'
import { messages } from '../messages.ts'
import { readTexts } from '../prose.ts'
import type { Rule } from '../rule.ts'

const SUGGESTIONS = 3
/** Also the settings of editors' plug-ins. */
const SETTINGS = 'cspell.json'
/** Words; not those attached to letters or digits, as in 3ms. */
const WORD = /(?<![\p{L}\p{N}_])\p{Script=Latin}[\p{Script=Latin}\p{M}']*(?![\p{L}\p{N}_])/gu

/** Opens the dictionaries: English words are in one of them, or in the project's word list. */
export async function openSpelling(): Promise<Rule> {
  const settings = mergeSettings(await getDefaultBundledSettingsAsync(), await loadConfig(SETTINGS))
  const dictionary = await getDictionary(finalizeSettings(settings))
  const isKnown = (word: string, own: ReadonlySet<string>): boolean => {
    const stem = word.replace(/'s$|'$/, '')
    return (
      own.has(stem) ||
      own.has(stem.toLowerCase()) ||
      [word, stem].some((one) => dictionary.has(one))
    )
  }
  const suggestions = (word: string): string[] =>
    dictionary
      .suggest(word, { numSuggestions: SUGGESTIONS, includeTies: false })
      .map((found) => (/^\p{Lu}/u.test(word) ? capitalized(found.word) : found.word))
      // Two words in the place of one are seldom meant.
      .filter((found) => !found.includes(' '))
  return {
    name: 'spelling',
    *check(text, { words: own }) {
      if (text.lang !== mainLanguage) return
      const reported = new Set<string>()
      for (const { field, value, placeAt } of readTexts(text)) {
        for (const { 0: found, index } of value.replaceAll('’', "'").matchAll(WORD)) {
          const word = found.replace(/'+$/, '')
          // Skips names with capitals inside, such as macOS and TLS.
          if (word.length < 2 || /.\p{Lu}/u.test(word) || reported.has(word)) continue
          if (isKnown(word, own)) continue
          reported.add(word)
          const near = [nearest(word, own) ?? [], suggestions(word)].flat()
          const message = messages.spelling(word, [...new Set(near)].slice(0, SUGGESTIONS))
          yield { ...placeAt(index), field, message } satisfies Finding
        }
      }
    },
  }
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
