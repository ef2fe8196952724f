/** A line of a text that is not code; the first line of the file is 1. */
export interface ProseLine {
  line: number
  text: string
}

/**
 * Lines that are read as one, such as those of a paragraph, without notes; `line` is that of the
 * first. Signs behind a backslash and those of code between backticks are hidden until `asRead` or
 * `asTyped`, so that they are taken for no marks.
 */
export interface Passage {
  line: number
  text: string
}

/** Passages without these have no links, pictures, HTML or stars, which is seen at once. */
const MAY_MATTER = /[[<]|\*\*|https?:|www\./i

/** What begins anew although no empty line stands above: items, rows, headings, `[name]: /address`. */
const BEGINS = /^\s*(?:[-*+]\s|\d+[.)]\s|\||#{1,6}(?:\s|$)|\[[^\]]+\]:)/
/** What ends with its line. */
const ENDS = /^\s*(?:#{1,6}(?:\s|$)|\[(?!\^)[^\]]+\]:)/

/** A sign behind a backslash, code between backticks, or a note. */
const NO_MARK = /\\([!-/:-@[-`{-~])|(`+)(?!`)[^]*?(?<!`)\2(?!`)|<!--(?:-?>|[^]*?-->)/g

/** Signs that make marks. */
const SIGNS = /[!-/:-@[-`{-~]/g

/** Hidden signs stand this far from their own places, where no writer has letters. */
const BEHIND_BACKSLASH = 0xe0_00
const IN_CODE = 0xe1_00
const HIDDEN = /[\uE021-\uE07E\uE121-\uE17E]/g

/** Joins the lines of a text that are read as one, and leaves out those without anything to follow. */
export function passagesIn(lines: readonly ProseLine[]): Passage[] {
  return joined(lines)
    .filter(({ text }) => MAY_MATTER.test(text))
    .map(({ line, text }) => ({ line, text: withHidden(text) }))
}

/** The lines of a text that say something, without code between backticks and notes. */
export function withoutCode(lines: readonly ProseLine[]): ProseLine[] {
  return joined(lines).flatMap(({ line, text }) => {
    const prose = text.replaceAll(NO_MARK, (found: string, sign?: string) =>
      sign === undefined ? ` ${lineEnds(found)}` : found,
    )
    return prose.split('\n').map((one, index) => ({ line: line + index, text: one }))
  })
}

function joined(lines: readonly ProseLine[]): Passage[] {
  const passages: Passage[] = []
  let open: Passage | undefined
  let [last, wasQuoted] = [0, false]
  for (const { line, text: whole } of lines) {
    const quote = /^ {0,3}(?:> ?)+/.exec(whole)?.[0] ?? ''
    const text = whole.slice(quote.length)
    const isQuoted = quote !== ''
    const isNew = line !== last + 1 || (isQuoted && !wasQuoted) || BEGINS.test(text)
    if (text.trim() === '') {
      open = undefined
    } else if (open === undefined || isNew) {
      open = { line, text }
      passages.push(open)
    } else {
      open.text += `\n${text}`
    }
    if (ENDS.test(text)) open = undefined
    last = line
    wasQuoted = isQuoted
  }
  return passages
}

/** The line of the file on which a place in a passage is. */
export function lineAt({ line, text }: Passage, index: number): number {
  return line + lineEnds(text.slice(0, index)).length
}

/** The ends of lines in a text, to stand in its place where lines have to keep their numbers. */
export function lineEnds(text: string): string {
  return text.replaceAll(/[^\n]+/g, '')
}

/** Words of a passage as a reader sees them, on one line. */
export function asRead(text: string): string {
  return text.replaceAll(HIDDEN, shown).replaceAll(/\s+/g, ' ')
}

/** Words of a passage as the writer typed them, on one line. */
export function asTyped(text: string): string {
  const typed = text.replaceAll(HIDDEN, (sign) => (sign < '\uE100' ? '\\' : '') + shown(sign))
  return typed.replaceAll(/\s+/g, ' ')
}

function withHidden(text: string): string {
  return text.replaceAll(NO_MARK, (found: string, sign?: string, backticks?: string) => {
    if (sign !== undefined) return hidden(sign, BEHIND_BACKSLASH)
    if (backticks === undefined) return lineEnds(found)
    return found.replaceAll(SIGNS, (one) => hidden(one, IN_CODE))
  })
}

function hidden(sign: string, place: number): string {
  return String.fromCharCode(place + sign.charCodeAt(0))
}

function shown(sign: string): string {
  return String.fromCharCode(sign.charCodeAt(0) % 0x1_00)
}
