import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import dictionary from 'dictionary-en-gb'
import nspell from 'nspell'
import type { ContentFile } from './check.ts'
import { withoutHead } from './front-matter.ts'
import { proseLines } from './check-text.ts'
import { nearest } from './near.ts'
import { withoutCode } from './passages.ts'
import type { ContentProblem } from './problems.ts'

/** Words of this project, one on each line; a line may begin with # and be a note. */
export const WORD_LIST = 'src/content/words.txt'

const SUGGESTIONS = 3

/** Fields of a head that people read. */
const READ = /^(title|description|summary|coverAlt):\s*(.*)$/

interface Speller {
  correct(word: string): boolean
  suggest(word: string): string[]
}

/**
 * Finds words of English texts that neither the dictionary (British English) nor the word list
 * knows, and letters of Japanese texts in a width that nobody reads with ease.
 */
export function checkSpelling(root: string, files: readonly ContentFile[]): ContentProblem[] {
  const own = ownWords(root)
  const known = new Map<string, boolean>()
  const isRight = (word: string): boolean => {
    const before = known.get(word)
    if (before !== undefined) return before
    const stem = word.replace(/'s$|'$/, '')
    const answer =
      own.has(stem) ||
      own.has(stem.toLowerCase()) ||
      speller().correct(word) ||
      speller().correct(stem)
    known.set(word, answer)
    return answer
  }
  // What cannot be read as a text has more urgent things to mend, and its head is no prose.
  const readable = files.filter(
    ({ text }) => withoutHead(text) !== text && !text.includes('\uFFFD'),
  )
  return readable.flatMap((file) => {
    const told = new Set<string>()
    return proseOf(file.text).flatMap(({ line, field, text }) => {
      if (file.lang === 'ja')
        return widthsIn(text, own).map((message) => at(file, line, field, message))
      return wordsIn(text)
        .filter((word) => !isRight(word) && !told.has(word) && told.add(word))
        .map((word) => at(file, line, field, unknownWord(word, own)))
    })
  })
}

function at(file: ContentFile, line: number, field: string, message: string): ContentProblem {
  return { file: file.file, line, field, message }
}

let opened: Speller | undefined

// Reading the dictionary takes longer than reading a hundred texts.
function speller(): Speller {
  opened ??= nspell({ aff: Buffer.from(dictionary.aff), dic: Buffer.from(dictionary.dic) })
  return opened
}

function ownWords(root: string): Set<string> {
  const path = join(root, WORD_LIST)
  if (!existsSync(path)) return new Set()
  const lines = readFileSync(path, 'utf8').split(/\r?\n/)
  return new Set(lines.map((line) => line.trim()).filter((line) => !/^(?:#|$)/.test(line)))
}

function unknownWord(word: string, own: ReadonlySet<string>): string {
  const near = [nearest(word, own), ...speller().suggest(word)]
  const words = [...new Set(near.filter((one) => one !== undefined))].slice(0, SUGGESTIONS)
  const question = words.length === 0 ? '' : `did you mean ${words.join(' or ')}? `
  return `"${word}" is not in the dictionary: ${question}If it is right, add it to ${WORD_LIST}`
}

// Title and description, then the text without code, addresses and names of files.
function proseOf(file: string): { line: number; field: string; text: string }[] {
  const head = file.split(/\r?\n/).flatMap((line, index) => {
    const [, field, text] = READ.exec(line) ?? []
    return field === undefined || text === undefined ? [] : [{ line: index + 1, field, text }]
  })
  const end = file.indexOf('\n---', 3)
  const last = end < 0 ? 0 : file.slice(0, end).split('\n').length
  const body = withoutCode(proseLines(withoutHead(file)).lines).map(({ line, text }) => ({
    line,
    field: 'spelling',
    text: text.replaceAll(/\]\([^)]*\)/g, '] ').replaceAll(/<[^>]*>/g, ' '),
  }))
  return [...head.filter(({ line }) => line <= last), ...body].map((prose) => ({
    ...prose,
    text: prose.text.replaceAll(
      /(?:https?:\/\/|www\.)\S+|\S+@\S+|\S*[/\\]\S*\.\w+|[\w-]+\.(?:\w{2,4})\b/g,
      ' ',
    ),
  }))
}

// Latin words; names such as macOS and TLS have capitals of their own, and 3ms is no word.
function wordsIn(text: string): string[] {
  const found = text
    .replaceAll('’', "'")
    .matchAll(/(?<![\p{L}\p{N}_])\p{Script=Latin}[\p{Script=Latin}\p{M}']*(?![\p{L}\p{N}_])/gu)
  return [...found]
    .map(([word]) => word.replace(/'+$/, ''))
    .filter((word) => word.length > 1 && !/.\p{Lu}/u.test(word))
}

function widthsIn(text: string, own: ReadonlySet<string>): string[] {
  const widths = [
    { name: 'full-width', letters: /[Ａ-Ｚａ-ｚ０-９]+/g },
    { name: 'half-width', letters: /[ｦ-ﾟ]+/g },
  ]
  return widths.flatMap(({ name, letters }) =>
    [...text.matchAll(letters)]
      .filter(([found]) => !own.has(found))
      .map(
        ([found]) =>
          `"${found}" is ${name}: write ${found.normalize('NFKC')}. If it is right, add it to ${WORD_LIST}`,
      ),
  )
}
