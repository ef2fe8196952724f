import { readFileSync } from 'node:fs'
import { type Document, isNode, LineCounter, parseDocument, Scalar, visit } from 'yaml'
import { loudSlips, quietSlips, signSlip, type Slip } from './slips.ts'

/** The head of a Markdown file: its values, and the line on which each of them stands. */
export interface FrontMatter {
  values: unknown
  /** Line of a field (1 is the first line of the file); the opening `---` when the field is absent. */
  lineOf(path: readonly PropertyKey[]): number
  /** What kept the head, or a line of it, from being read; `field` is the one on that line. */
  faults: readonly { line: number; field: string; message: string }[]
}

/** The text of a file; some editors put an invisible mark at its start. */
export function readText(path: string): string {
  return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
}

/** A file without its head, whose lines stay so that those below keep their numbers. */
export function withoutHead(text: string): string {
  return text.replace(/^---[ \t]*\r?\n[\s\S]*?(?<=\n)---[ \t]*(?=\r?\n|$)/, (head) =>
    head.replaceAll(/[^\n]/g, ''),
  )
}

/** Reads the block between the two `---` lines; dates stay the text that the writer typed. */
export function readFrontMatter(file: string): FrontMatter | undefined {
  const block = /^---[ \t]*\r?\n([\s\S]*?)(?:(?<=\n)---[ \t]*(?:\r?\n|$))/.exec(file)?.[1]
  if (block === undefined) return undefined
  return parse(block)
}

function parse(block: string): FrontMatter {
  const lineCounter = new LineCounter()
  const document = parseDocument(block, { lineCounter, schema: 'core', prettyErrors: false })
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line + 1
  const isRead = document.errors.length === 0
  const references = isRead ? takeReferences(document, block, lineAt) : []
  const others = faultsOf(document, block, lineAt).filter(
    ({ line }) => !references.some((reference) => reference.line === line),
  )
  return {
    values: isRead ? document.toJS() : undefined,
    lineOf(path) {
      const range = rangeOf(document.contents, path)
      return range === undefined ? 1 : lineAt(range)
    },
    faults: [...references, ...others],
  }
}

// In YAML, *Faster* stands for a value that another line names &Faster*. No writer means that, and
// nothing could be read that refers to a name which is not there: each becomes a text.
function takeReferences(
  document: Document,
  block: string,
  lineAt: (offset: number) => number,
): FrontMatter['faults'] {
  const found: { line: number; field: string; message: string }[] = []
  const add = (range: readonly number[] | null | undefined, sign: string): void => {
    const line = lineAt(range?.[0] ?? 0)
    found.push({ line, field: fieldOn(block, line), message: signSlip(sign) })
  }
  visit(document, {
    Alias(_key, { source, range }) {
      add(range, '*')
      const text = new Scalar(`*${source}`)
      text.range = range ?? null
      return text
    },
    Node(_key, node) {
      if (isNode(node) && 'anchor' in node && node.anchor !== undefined) add(node.range, '&')
    },
  })
  return found
}

// One slip makes several errors; the lines that hold slips are what the writer can understand.
function faultsOf(
  document: Document,
  block: string,
  lineAt: (offset: number) => number,
): FrontMatter['faults'] {
  const [error] = document.errors
  if (error === undefined) return quietSlips(block).map(told)
  const line = lineAt(error.pos[0])
  const field = fieldOn(block, line)
  if (error.code === 'DUPLICATE_KEY') {
    const message = 'stands here a second time: keep one of the two lines'
    return [{ line, field, message }]
  }
  const message = 'is not understood: put the value between quotation marks'
  const slips = loudSlips(block)
  return slips.length > 0 ? slips.map(told) : [{ line, field, message }]
}

function fieldOn(block: string, line: number): string {
  return /^\s*([\w-]+)\s*:/.exec(block.split(/\r?\n/)[line - 2] ?? '')?.[1] ?? 'front matter'
}

function told({ line, field, message }: Slip): FrontMatter['faults'][number] {
  return { line, field, message }
}

function rangeOf(node: unknown, path: readonly PropertyKey[]): number | undefined {
  const [key, ...rest] = path
  if (key === undefined || !isCollection(node)) return undefined
  for (const [index, item] of node.items.entries()) {
    if (isPair(item) && isScalar(item.key) && item.key.value === key) {
      return rangeOf(item.value, rest) ?? item.key.range?.[0]
    }
    if (index === key && isScalar(item)) return item.range?.[0]
  }
  return undefined
}

interface Ranged {
  range?: readonly number[] | null
}

function isCollection(node: unknown): node is { items: unknown[] } {
  return typeof node === 'object' && node !== null && 'items' in node && Array.isArray(node.items)
}

function isPair(node: unknown): node is { key: unknown; value: unknown } {
  return typeof node === 'object' && node !== null && 'key' in node
}

function isScalar(node: unknown): node is Ranged & { value: unknown } {
  return typeof node === 'object' && node !== null && 'value' in node && !('key' in node)
}
