import type { Place } from './rule.ts'
import type { SourceText } from './source-text.ts'

/** Words that people read, of the front matter or the text. */
export interface Prose {
  field: string
  value: string
  placeAt(index: number): Place
}

/** Fields of a front matter that people read. */
export const readFields = ['title', 'description', 'summary', 'coverAlt']

/** Addresses, and names of files. */
const NO_WORDS = /(?:https?:\/\/|www\.)\S+|\S+@\S+|\S*[/\\]\S*\.\w+|[\w-]+\.(?:\w{2,4})\b/g

/** Yields what people read of a text, without code, addresses and names of files. */
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
