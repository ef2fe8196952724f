import { isDeepStrictEqual } from 'node:util'
import { markdownToMdast } from 'satteri'
import { isScalar, parseDocument, visit } from 'yaml'
import { readFrontMatter } from '../../src/lib/content/front-matter.ts'
import { features } from '../../src/lib/markdown/features.ts'
import { descendants } from '../../src/lib/markdown/tree.ts'

/** The lines between the two marks of a head. */
export const HEAD = /^---\n([\s\S]*?\n)---\n+/

/** An item of a list with its mark; a line of marks alone is a rule across the page. */
const ITEM = /^(\s*)([-*+])(?= +\S)(?!(?:[ \t]*\2){2,}[ \t]*$)/

/**
 * A text of the editor as people write it: no empty fields, lists and sentences on one line. What
 * did not change stays as it is in the file `former`, so that a change is small.
 */
export function asWritten(raw: string, former: string): string {
  const text = raw.replaceAll('\r\n', '\n').replace(/\n*$/, '\n')
  const before = former.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const head = HEAD.exec(text)
  if (head === null) return text
  const body = withFormerMarks(text.slice(head[0].length), before.replace(HEAD, ''))
  return `---\n${writtenHead(head[1] ?? '', before)}---\n\n${body}`
}

function writtenHead(head: string, former: string): string {
  const document = parseDocument(head)
  const given = fieldsOf(document.toJS())
  visit(document, {
    Pair: (_key, { key, value }) => {
      const isEmpty = !isScalar(value) ? false : value.value === null || value.value === ''
      const isPublished =
        isScalar(key) && key.value === 'draft' && isScalar(value) && value.value === false
      return isEmpty || isPublished ? visit.REMOVE : undefined
    },
    Seq: (_key, list) => {
      list.flow = true
    },
  })
  const made = document.toString({ lineWidth: 0, flowCollectionPadding: false })
  const known = fieldsOf(readFrontMatter(former)?.values)
  const same = Object.fromEntries(
    Object.entries(known).filter(([field, value]) => isDeepStrictEqual(value, given[field])),
  )
  const joined = joinHeads(made, HEAD.exec(former)?.[1] ?? '', new Set(Object.keys(same)))
  // Heads that are written in rare ways cannot be told apart by their lines.
  const wanted = { ...fieldsOf(document.toJS()), ...same }
  const isWhole = isDeepStrictEqual(
    fieldsOf(readFrontMatter(`---\n${joined}---\n`)?.values),
    wanted,
  )
  return isWhole ? joined : made
}

interface Piece {
  /** None for a note. */
  field: string | undefined
  lines: string
}

// The head of the file, in which only the fields that changed are those that were made.
function joinHeads(made: string, former: string, same: ReadonlySet<string>): string {
  const fresh = piecesOf(made)
  const linesOf = new Map(fresh.map(({ field, lines }) => [field, lines]))
  const pieces = piecesOf(former).flatMap((piece): Piece[] => {
    const { field } = piece
    if (field === undefined || same.has(field)) return [piece]
    const lines = linesOf.get(field)
    return lines === undefined ? [] : [{ field, lines }]
  })
  for (const [index, piece] of fresh.entries()) {
    if (pieces.some(({ field }) => field === piece.field)) continue
    const above = pieces.findIndex(({ field }) => field === fresh[index - 1]?.field)
    pieces.splice(index === 0 ? 0 : above + 1, 0, piece)
  }
  return pieces.map(({ lines }) => lines).join('')
}

function piecesOf(head: string): Piece[] {
  const pieces: Piece[] = []
  for (const line of head.match(/.*\n/g) ?? []) {
    const field = /^([\w-]+)\s*:/.exec(line)?.[1]
    const last = pieces.at(-1)
    if (field !== undefined || line.startsWith('#') || last === undefined) {
      pieces.push({ field, lines: line })
    } else {
      last.lines += line
    }
  }
  return pieces
}

// Rich text gives each list the mark *, where people write - in this folder.
function withFormerMarks(body: string, former: string): string {
  const items = itemsIn(body)
  const areStars = items.length > 0 && items.every(({ mark }) => mark === '*')
  if (!areStars || itemsIn(former).some(({ mark }) => mark === '*')) return body
  const lines = body.split('\n')
  for (const { line } of items) {
    lines[line - 1] = lines[line - 1]?.replace(ITEM, '$1-') ?? ''
  }
  return lines.join('\n')
}

function itemsIn(body: string): { line: number; mark: string }[] {
  return [...descendants(markdownToMdast(body, { features }))].flatMap(([{ type, position }]) => {
    const mark = body.charAt(position?.start.offset ?? 0)
    return type === 'listItem' && position !== undefined && '-*+'.includes(mark)
      ? [{ line: position.start.line, mark }]
      : []
  })
}

function fieldsOf(values: unknown): Record<string, unknown> {
  return typeof values === 'object' && values !== null ? { ...values } : {}
}
