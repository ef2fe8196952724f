/** What is wrong with one line of a head, in words of somebody who does not know YAML. */
export interface Slip {
  line: number
  field: string
  message: string
  /** The line itself. */
  text: string
}

const TEXTS = /^(?:title|description|summary|coverAlt)\s*:/
const QUOTE_ALL = 'put the whole value between quotation marks'

/** What to do about a value whose first sign YAML takes for one of its own. */
export function signSlip(sign: string): string {
  return `a value cannot begin with ${sign}: ${QUOTE_ALL}`
}

/**
 * Lines of a head that hold a slip which keeps it from being read. Below the first, only those are
 * named that are wrong whatever stands above them.
 */
export function loudSlips(head: string): Slip[] {
  return find(head, slipOf).filter(
    ({ text }, index) => index === 0 || text.includes('\t') || /^[\w-]+\s*[:：]/.test(text),
  )
}

/** Lines whose values are read, but as something else than what stands there. */
export function quietSlips(head: string): Slip[] {
  return find(head, (text) => {
    // Behind a day or a list, a note is no slip.
    if (!TEXTS.test(text)) return undefined
    const value = valueOf(text)
    if (value.startsWith('!')) return signSlip('!')
    if (/^[^"'#]\S*.*\s#/.test(value) || (value.startsWith('#') && value !== '#')) {
      return `all after # is left out: ${QUOTE_ALL}`
    }
    return undefined
  })
}

function find(head: string, check: (text: string) => string | undefined): Slip[] {
  return head.split(/\r?\n/).flatMap((text, index) => {
    const message = text.trim() === '' || text.startsWith('#') ? undefined : check(text)
    const field = /^\s*([\w-]+)\s*:/.exec(text)?.[1] ?? 'front matter'
    // The line --- comes before the first.
    return message === undefined ? [] : [{ line: index + 2, field, message, text }]
  })
}

function valueOf(text: string): string {
  return text.replace(/^\s*(?:[\w-]+\s*:|-)\s*/, '')
}

function slipOf(text: string): string | undefined {
  const value = valueOf(text)
  const quote = /^["']/.exec(value)?.[0]
  if (text.includes('\t')) return 'a tab stands on this line: put spaces in its place'
  if (/^\s*\u3000|:\s*\u3000/.test(text)) {
    return 'a full-width space stands on this line: put an ordinary space in its place'
  }
  if (/^\s*[\w-]+\s*：/.test(text))
    return 'the colon after the name is full-width: write : and a space'
  if (/^\s*[\w-]+:\S/.test(text)) return 'there is no space after the colon: add one'
  if (/^\s+[\w-]+:\s/.test(text)) return 'the line begins with spaces: begin it at the edge'
  if (quote !== undefined) return quotedSlip(value, quote)
  if (value.startsWith('[') && !/\]\s*(?:#.*)?$/.test(value)) {
    return 'the list is not closed: end it with ], for example [editor, review]'
  }
  // A sign alone begins a value on the lines below it.
  const sign = /^[@`%&*|>{}?]/.exec(value)?.[0]
  if (sign !== undefined && !/^[|>][-+\d]*$/.test(value)) return signSlip(sign)
  if (/:(?:\s|$)/.test(value) && !value.startsWith('[')) {
    return `there is a colon in the value: ${QUOTE_ALL}`
  }
  if (!/^\s*[\w-]+\s*:/.test(text) && !/^\s*- /.test(text)) {
    return 'is not understood: write the name of a field, a colon, a space and its value on one line'
  }
  return undefined
}

function quotedSlip(value: string, quote: string): string | undefined {
  const inside = value.slice(1).replaceAll(quote === '"' ? /\\./g : /''/g, '')
  const end = inside.indexOf(quote)
  if (end < 0) {
    return `the quotation mark ${quote} is not closed: put another at the end of the value`
  }
  if (/^\s*(?:#|$)/.test(inside.slice(end + 1))) return undefined
  const other = quote === '"' ? "'" : '"'
  return `there is more after the second ${quote}: put the whole value between two ${other}`
}
