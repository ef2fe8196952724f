import dictionary from 'dictionary-en-gb'
import nspell from 'nspell'
import { mainLanguage } from '../../languages.ts'
import { nearest } from '../did-you-mean.ts'
import { messages } from '../messages.ts'
import { type Finding, type Rule } from '../rule.ts'
import { readTexts } from '../prose.ts'

const SUGGESTIONS = 3
const LETTERS = "abcdefghijklmnopqrstuvwxyz'"
/** Words; not those attached to letters or digits, as in 3ms. */
const WORD = /(?<![\p{L}\p{N}_])\p{Script=Latin}[\p{Script=Latin}\p{M}']*(?![\p{L}\p{N}_])/gu

let opened: { correct(word: string): boolean } | undefined
const known = new Map<string, boolean>()
const suggested = new Map<string, string[]>()

/** English words are in the dictionary (British English) or the project's word list. */
export const spelling: Rule = {
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

function isKnown(word: string, own: ReadonlySet<string>): boolean {
  const stem = word.replace(/'s$|'$/, '')
  if (own.has(stem) || own.has(stem.toLowerCase())) return true
  const answer = known.get(word) ?? (isInDictionary(word) || isInDictionary(stem))
  known.set(word, answer)
  return answer
}

function isInDictionary(word: string): boolean {
  // Loading the dictionary takes longer than checking a hundred texts.
  opened ??= nspell({ aff: Buffer.from(dictionary.aff), dic: Buffer.from(dictionary.dic) })
  return opened.correct(word)
}

// nspell takes a second to suggest words for one that resembles none.
function suggestions(word: string): string[] {
  const found = suggested.get(word) ?? [...new Set(oneEditAway(word))].filter(isInDictionary)
  suggested.set(word, found)
  return found
}

function* oneEditAway(word: string): Generator<string> {
  const cuts = Array.from({ length: word.length + 1 }, (_, at) => at)
  const [before, after] = [(at: number) => word.slice(0, at), (at: number) => word.slice(at)]
  for (const at of cuts)
    yield before(at) + after(at + 1).charAt(0) + after(at).charAt(0) + after(at + 2)
  for (const at of cuts) yield before(at) + after(at + 1)
  for (const at of cuts) for (const letter of LETTERS) yield before(at) + letter + after(at + 1)
  for (const at of cuts) for (const letter of LETTERS) yield before(at) + letter + after(at)
}
