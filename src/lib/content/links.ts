/** A line of a text that is not code; the first line of the file is 1. */
export interface ProseLine {
  line: number
  text: string
}

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
/** `[words][name]`, `[name][]` and `[name]`. */
const NAMED = new RegExp(String.raw`${WORDS}(?:\[([^[\]]*)\])?`, 'g')
const ADDRESS = /^ {0,3}\[(?!\^)([^[\]]+)\]:\s*<?([^\s<>]+)>?(?:\s+["'(].*["')])?\s*$/
/** Between angle brackets, or bare, where a point at the end is not part of it. */
const ALONE =
  /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*)>|(?<![\w/])((?:https?:\/\/[^\s<>/]+\.|www\.)[^\s<>]*[^\s<>?!.,:;*_~'")\]])/gi

/** Most lines have no link, which is seen at once. */
const MAY_LINK = /[[<]|https?:|www\./i

/** What lines such as `[name]: /address` say, by name. */
type Addresses = Map<string, { target: string; targetLine: number }>

/** All links and pictures of a text, in the order of its lines. */
export function linksIn(lines: readonly ProseLine[]): FoundLink[] {
  const addresses: Addresses = new Map()
  const linking = lines.filter(({ text }) => MAY_LINK.test(text))
  for (const { line, text } of linking) {
    const [, name, target] = ADDRESS.exec(text) ?? []
    if (name === undefined || target === undefined || addresses.has(plain(name))) continue
    addresses.set(plain(name), { target, targetLine: line })
  }
  return linking.flatMap(({ line, text }) => {
    if (ADDRESS.test(text)) return []
    const prose = withoutCode(text)
    const found = inlineIn(prose, line)
    // What stands in the words of a link may be a picture by a name.
    found.push(...namedIn(prose.replaceAll(INLINE, '$2'), line, addresses))
    const bare = prose.replaceAll(INLINE, ' ')
    for (const [source, bracketed, target = bracketed] of bare.matchAll(ALONE)) {
      found.push({ line, isPicture: false, words: undefined, target, targetLine: line, source })
    }
    return found
  })
}

/** Prose without what stands between backticks, which is shown as it is. */
export function withoutCode(text: string): string {
  if (!text.includes('`')) return text
  return text.replaceAll(/(`+)(?!`).*?(?<!`)\1(?!`)/g, '')
}

function inlineIn(prose: string, line: number): FoundLink[] {
  return [...prose.matchAll(INLINE)].flatMap(([source, bang, words = '', target = '']) => {
    const isPicture = bang === '!'
    const link = { line, isPicture, words, target, targetLine: line, source }
    // A picture may stand inside a link.
    const inside = isPicture ? [] : inlineIn(words, line).filter((inner) => inner.isPicture)
    return [link, ...inside]
  })
}

function namedIn(prose: string, line: number, addresses: Addresses): FoundLink[] {
  return [...prose.matchAll(NAMED)].flatMap((match) => {
    const [source, bang, words = '', given] = match
    const isPicture = bang === '!'
    const inside = isPicture
      ? []
      : namedIn(words, line, addresses).filter((inner) => inner.isPicture)
    const address = addresses.get(plain(given === undefined || given === '' ? words : given))
    const isMeant = isName(given) && /\p{L}/u.test(words) && !/[\w\]]$/.test(before(match))
    if (address === undefined && !isMeant) return inside
    const { target, targetLine } = address ?? { target: undefined, targetLine: line }
    return [{ line, isPicture, words, target, targetLine, source }, ...inside]
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
