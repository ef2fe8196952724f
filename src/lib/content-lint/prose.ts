import type { Place } from './finding.ts'
import type { SourceText } from './source-text.ts'

/** Text for readers, from front matter or body. */
export interface Prose {
  field: string
  value: string
  placeAt(index: number): Place
}

/** Front-matter fields shown to readers. */
const readFields = ['title', 'description', 'summary', 'coverAlt']

/** Addresses and file names. */
const NO_WORDS = /(?:https?:\/\/|www\.)\S+|\S+@\S+|\S*[/\\]\S*\.\w+|[\w-]+\.(?:\w{2,4})\b/g

/** Yields the prose of a text, without code, addresses and file names. */
export function* readTexts(text: SourceText): Generator<Prose> {
  for (const field of readFields) {
    const value = text.values[field]
    const place = text.frontMatter?.placeOf([field])
    if (typeof value === 'string' && place !== undefined) {
      yield { field, value: withoutNames(value), placeAt: () => place }
    }
  }
  for (const { text: value, placeAt } of text.shown) {
    yield { field: 'spelling', value: withoutNames(value), placeAt }
  }
}

function withoutNames(value: string): string {
  return value.replaceAll(NO_WORDS, (found) => ' '.repeat(found.length))
}
