import { asTyped, lineAt, type Passage } from './passages.ts'

/** One sign that readers see as it was typed. */
interface ShownSign {
  line: number
  message: string
}

/** Words between two stars on each side. */
const STARRED = /\*\*(?!\s)(?:[^*]|\*(?!\*))+?(?<!\s)\*\*/g
const STARS = /(?<![*\s])\*\*(?!\*)|(?<!\*)\*\*(?![*\s])/
const NOTE = /\[\^([^\]\s]+)\](:?)/g

/** Stars that make nothing strong, as they have no end. */
export function openStars(passages: readonly Passage[]): ShownSign[] {
  return passages.flatMap((passage) => {
    const text = passage.text.replaceAll(STARRED, (found) => found.replaceAll('*', ' '))
    const at = text.search(STARS)
    if (at < 0) return []
    const words = asTyped(text.slice(at).split('\n')[0] ?? '').slice(0, 24)
    const message = `"${words.trim()}" has ** on one side only, which readers see: write ** on both sides of the words, without spaces inside`
    return [{ line: lineAt(passage, at), message }]
  })
}

/** Signs of notes, `[^1]`, to which no line gives the words. */
export function unknownNotes(passages: readonly Passage[]): ShownSign[] {
  const all = passages.flatMap((passage) =>
    [...passage.text.matchAll(NOTE)].map(({ index, 1: name = '', 2: colon }) => {
      const isGiven = colon === ':' && /(?:^|\n)\s*$/.test(passage.text.slice(0, index))
      return { name: name.toLowerCase(), isGiven, line: lineAt(passage, index) }
    }),
  )
  const given = new Set(all.filter(({ isGiven }) => isGiven).map(({ name }) => name))
  return all
    .filter(({ name, isGiven }) => !isGiven && !given.has(name))
    .map(({ name, line }) => ({
      line,
      message: `[^${name}] is shown as it stands: write the note at the end of the text, as [^${name}]: and its words`,
    }))
}
