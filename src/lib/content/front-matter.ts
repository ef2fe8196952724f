import { readFileSync } from 'node:fs'
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  parseDocument,
  Scalar,
  visit,
} from 'yaml'
import { messages } from '../content-lint/messages.ts'
import type { Finding, Place } from '../content-lint/finding.ts'
import { explainYamlError } from '../content-lint/explain-yaml-error.ts'

/** The front matter of a Markdown file, with the positions of its values. */
export interface FrontMatter {
  /** Parsed values; dates stay text. */
  values: unknown
  /** Returns the position of a field; of the opening `---` if it is absent. */
  placeOf(path: readonly PropertyKey[]): Place
  /** Errors of YAML, and values that it reads otherwise than meant. */
  findings: readonly Finding[]
  /** Whether YAML could not be parsed, so that there are no values. */
  isBroken: boolean
}

/** Fields that contain sentences, in which # is no comment. */
const SENTENCES = new Set<unknown>(['title', 'description', 'summary', 'coverAlt'])

/** Reads a file with normalized line ends and without byte order mark. */
export function readText(path: string): string {
  return readFileSync(path, 'utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
}

/** Blanks the front matter, so that line numbers stay. */
export function withoutHead(text: string): string {
  return text.replace(/^---[ \t]*\r?\n[\s\S]*?(?<=\n)---[ \t]*(?=\r?\n|$)/, (head) =>
    head.replaceAll(/[^\n]/g, ''),
  )
}

/** Parses the block between the two `---` lines. */
export function readFrontMatter(file: string): FrontMatter | undefined {
  const block = /^---[ \t]*\r?\n([\s\S]*?)(?:(?<=\n)---[ \t]*(?:\r?\n|$))/.exec(file)?.[1]
  if (block === undefined) return undefined
  const lineCounter = new LineCounter()
  const document = parseDocument(block, { lineCounter, schema: 'core', prettyErrors: false })
  const placeAt = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(offset)
    // Positions in the block start after the opening `---`.
    return { line: line + 1, column: col }
  }
  const [error] = document.errors
  const misread = error === undefined ? misreadIn(document, block, placeAt) : []
  return {
    values: error === undefined ? document.toJS() : undefined,
    placeOf(path) {
      const offset = offsetOf(document.contents, path)
      return offset === undefined ? { line: 1, column: 1 } : placeAt(offset)
    },
    findings: error === undefined ? misread : [explainYamlError(error, block, placeAt)],
    isBroken: error !== undefined,
  }
}

// In YAML, `*Faster*` is a reference, `!x` a tag and `#` a comment; writers of sentences mean none
// of these.
function misreadIn(
  document: Document,
  block: string,
  placeAt: (offset: number) => Place,
): Finding[] {
  const found: Finding[] = []
  const report = (field: unknown, offset: number | undefined, message: string): void => {
    found.push({ ...placeAt(offset ?? 0), field: String(field), message })
  }
  visit(document, (_key, node, path) => {
    const sign = signOf(node)
    if (sign === undefined || !isNode(node)) return undefined
    const pair = path.find((above) => isPair(above))
    report(pair?.key, node.range?.[0], messages.yaml.sign(sign))
    if (!isAlias(node)) return undefined
    // An unresolved reference is treated as text.
    return Object.assign(new Scalar(`*${node.source}`), { range: node.range ?? null })
  })
  for (const { key, value } of isMap(document.contents) ? document.contents.items : []) {
    if (!isScalar(key) || !isScalar(value) || !SENTENCES.has(key.value)) continue
    const line = block.slice(key.range?.[0]).split('\n', 1)[0] ?? ''
    const isCut = (value.comment ?? '') !== '' && /:\s+[^"'\s]/.test(line)
    const isLost = value.value === null && /:\s+#\S/.test(line)
    if (isCut || isLost) report(key.value, key.range?.[0], messages.yaml.cut)
  }
  return found
}

function signOf(node: unknown): string | undefined {
  if (isAlias(node)) return '*'
  if (!isNode(node)) return undefined
  if ('anchor' in node && node.anchor !== undefined) return '&'
  return node.tag?.startsWith('!') === true ? '!' : undefined
}

function offsetOf(node: unknown, path: readonly PropertyKey[]): number | undefined {
  const [key, ...rest] = path
  if (key === undefined) return isNode(node) ? node.range?.[0] : undefined
  if (!isMap(node)) return undefined
  const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key)
  if (pair === undefined || !isScalar(pair.key)) return undefined
  return rest.length === 0
    ? pair.key.range?.[0]
    : (offsetOf(pair.value, rest) ?? pair.key.range?.[0])
}
