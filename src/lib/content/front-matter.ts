import { type Document, LineCounter, parseDocument } from 'yaml'
import { plainFields } from './plain-fields.ts'
import { loudSlips, quietSlips, type Slip } from './slips.ts'

/** The head of a Markdown file: its values, and the line on which each of them stands. */
export interface FrontMatter {
  values: unknown
  /** Line of a field (1 is the first line of the file); the opening `---` when the field is absent. */
  lineOf(path: readonly PropertyKey[]): number
  /** What kept the head, or a line of it, from being read; `field` is the one on that line. */
  faults: readonly { line: number; field: string; message: string }[]
}

/** Reads the block between the two `---` lines; dates stay the text that the writer typed. */
export function readFrontMatter(file: string): FrontMatter | undefined {
  const block = /^---[ \t]*\r?\n([\s\S]*?)(?:(?<=\n)---[ \t]*(?:\r?\n|$))/.exec(file)?.[1]
  if (block === undefined) return undefined
  const values = plainFields(block)
  if (values === undefined) return parse(block)
  return {
    values,
    // Asked for only where something has to be mended.
    lineOf: (path) => parse(block).lineOf(path),
    faults: quietSlips(block).map(told),
  }
}

function parse(block: string): FrontMatter {
  const lineCounter = new LineCounter()
  const document = parseDocument(block, { lineCounter, schema: 'core', prettyErrors: false })
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line + 1
  return {
    values: document.errors.length > 0 ? undefined : document.toJS(),
    lineOf(path) {
      const range = rangeOf(document.contents, path)
      return range === undefined ? 1 : lineAt(range)
    },
    faults: faultsOf(document, block, lineAt),
  }
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
  const field = /^\s*([\w-]+)\s*:/.exec(block.split(/\r?\n/)[line - 2] ?? '')?.[1]
  if (error.code === 'DUPLICATE_KEY') {
    const message = 'stands here a second time: keep one of the two lines'
    return [{ line, field: field ?? 'front matter', message }]
  }
  const message = 'is not understood: put the value between quotation marks'
  const slips = loudSlips(block)
  return slips.length > 0 ? slips.map(told) : [{ line, field: field ?? 'front matter', message }]
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
