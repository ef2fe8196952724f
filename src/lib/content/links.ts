import { asRead, asTyped, lineAt, lineEnds, type Passage } from './passages.ts'

/** `] (` before an address. */
const APART = /\]\s+\(((?:\/|#|https?:|mailto:|\.\.\/)[^()\s]*)\)/g

/** A link or a picture as a text has it. */
export interface FoundLink {
  line: number
  isPicture: boolean
  /** None for an address that stands for itself. */
  words: string | undefined
  /** None where the words name an address that no line gives. */
  target: string | undefined
  /** Where the address is: at the link, or on a line of its own as `[name]: /address`. */
  targetLine: number
  /** The link itself, to speak of it. */
  source: string
}

const WORDS = String.raw`(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]`
const INLINE = new RegExp(
  String.raw`${WORDS}\(\s*<?([^()\s<>]*(?:\([^()\s]*\)[^()\s<>]*)*)>?(?:\s+["'][^"']*["'])?\s*\)`,
  'g',
)
const SPACED = new RegExp(String.raw`${WORDS}\((/[^()"'\s]*\s+[^()"'\s][^()"']*)\)`, 'g')
/** `[words][name]`, `[name][]` and `[name]`. */
const NAMED = new RegExp(String.raw`${WORDS}(?:\[([^[\]]*)\])?`, 'g')
const ADDRESS = /^ {0,3}\[(?!\^)([^[\]]+)\]:\s*<?([^\s<>]+)>?(?:\s+["'(].*["')])?\s*$/
/** Between angle brackets, or bare, where a point at the end is not part of it. */
const ALONE =
  /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*)>|(?<![\w/])((?:https?:\/\/[^\s<>/]+\.|www\.)[^\s<>]*[^\s<>?!.,:;*_~'")\]])/gi

/** What lines such as `[name]: /address` say, by name. */
type Addresses = Map<string, { target: string; targetLine: number }>

/** All links and pictures of a text, in the order of its lines. */
export function linksIn(passages: readonly Passage[]): FoundLink[] {
  const addresses: Addresses = new Map()
  const linking = passages.filter(({ line, text }) => {
    const [, name, target] = ADDRESS.exec(text) ?? []
    if (name === undefined || target === undefined) return true
    if (!addresses.has(plain(name))) addresses.set(plain(name), { target, targetLine: line })
    return false
  })
  const found = linking.flatMap((passage) => {
    // What stands in the words of a link may be a picture by a name.
    const words = passage.text.replaceAll(INLINE, (link: string, _bang, inside: string) => {
      return inside + lineEnds(link).slice(lineEnds(inside).length)
    })
    const bare = passage.text.replaceAll(INLINE, (link) => ` ${lineEnds(link)}`)
    return [
      ...inlineIn(passage),
      ...namedIn({ ...passage, text: words }, addresses),
      ...aloneIn({ ...passage, text: bare }),
    ]
  })
  return found.map((link) => ({
    ...link,
    words: link.words === undefined ? undefined : asRead(link.words),
    target: link.target === undefined ? undefined : asRead(link.target),
    source: asTyped(link.source),
  }))
}

/** Addresses that a space keeps apart from their words, `[words] (/address)`, and so from being links. */
export function apartIn(passages: readonly Passage[]): { line: number; address: string }[] {
  return passages.flatMap((passage) =>
    [...passage.text.matchAll(APART)].map(({ index, 1: address = '' }) => ({
      line: lineAt(passage, index),
      address: asRead(address),
    })),
  )
}

/** Addresses with a space, which keeps them from being links. */
export function spacedIn(passages: readonly Passage[]): { line: number; address: string }[] {
  return passages.flatMap((passage) =>
    [...passage.text.matchAll(SPACED)].map(({ index, 3: address = '' }) => ({
      line: lineAt(passage, index),
      address: asRead(address),
    })),
  )
}

function inlineIn(passage: Passage): FoundLink[] {
  return [...passage.text.matchAll(INLINE)].flatMap((match) => {
    const [source, bang, words = '', target = ''] = match
    const isPicture = bang === '!'
    const line = lineAt(passage, match.index)
    const link = { line, isPicture, words, target, targetLine: line, source }
    // A picture may stand inside a link.
    const inside = isPicture ? [] : inlineIn({ line, text: words })
    return [link, ...inside.filter((inner) => inner.isPicture)]
  })
}

function namedIn(passage: Passage, addresses: Addresses): FoundLink[] {
  return [...passage.text.matchAll(NAMED)].flatMap((match) => {
    const [source, bang, words = '', given] = match
    const isPicture = bang === '!'
    const line = lineAt(passage, match.index)
    const inside = isPicture
      ? []
      : namedIn({ line, text: words }, addresses).filter((inner) => inner.isPicture)
    const address = addresses.get(plain(given === undefined || given === '' ? words : given))
    const isMeant = isName(given) && /\p{L}/u.test(words) && !/[\w\]]$/.test(before(match))
    if (address === undefined && !isMeant) return inside
    const { target, targetLine } = address ?? { target: undefined, targetLine: line }
    return [{ line, isPicture, words, target, targetLine, source }, ...inside]
  })
}

function aloneIn(passage: Passage): FoundLink[] {
  return [...passage.text.matchAll(ALONE)].map((match) => {
    const [source, bracketed, target = bracketed] = match
    const line = lineAt(passage, match.index)
    return { line, isPicture: false, words: undefined, target, targetLine: line, source }
  })
}

function isName(given: string | undefined): boolean {
  return given !== undefined && /\p{L}/u.test(given) && !given.startsWith('^')
}

function before({ input, index }: RegExpExecArray): string {
  return input.slice(0, index)
}

function plain(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
