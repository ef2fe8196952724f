import { LineCounter, parseDocument } from 'yaml'

/** The head of a Markdown file: its values, and the line on which each of them stands. */
export interface FrontMatter {
  values: unknown
  /** Line of a field (1 is the first line of the file); the opening `---` when the field is absent. */
  lineOf(path: readonly PropertyKey[]): number
  faults: readonly { line: number; message: string }[]
}

/** Reads the block between the two `---` lines; dates stay the text that the writer typed. */
export function readFrontMatter(file: string): FrontMatter | undefined {
  const block = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/.exec(file)?.[1]
  if (block === undefined) return undefined
  const lineCounter = new LineCounter()
  const document = parseDocument(block, { lineCounter, schema: 'core', prettyErrors: false })
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line + 1
  return {
    values: document.errors.length > 0 ? undefined : document.toJS(),
    lineOf(path) {
      const range = rangeOf(document.contents, path)
      return range === undefined ? 1 : lineAt(range)
    },
    faults: document.errors.map((error) => ({
      line: lineAt(error.pos[0]),
      message: error.message,
    })),
  }
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
