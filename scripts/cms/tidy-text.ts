import { isDeepStrictEqual } from 'node:util'
import { markdownToMdast } from 'satteri'
import { isScalar, parseDocument, visit } from 'yaml'
import { readFrontMatter } from '../../src/lib/content/front-matter.ts'
import { features } from '../../src/lib/markdown/features.ts'
import { descendants } from '../../src/lib/markdown/tree.ts'

/** Front matter, with its lines between the two marks. */
export const FRONT_MATTER = /^---\n([\s\S]*?\n)---\n+/

/** An item of a list with its mark; a line of marks alone is a rule across the page. */
const ITEM = /^(\s*)([-*+])(?= +\S)(?!(?:[ \t]*\2){2,}[ \t]*$)/

/**
 * Writes a text of the editor as people do: no empty fields, lists and sentences on one line. What did
 * not change stays as it is in `previous`, so that a change is small.
 */
export function tidyText(raw: string, previous: string): string {
  const text = raw.replaceAll('\r\n', '\n').replace(/\n*$/, '\n')
  const before = previous.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const [whole, frontMatter = ''] = FRONT_MATTER.exec(text) ?? []
  if (whole === undefined) return text
  const body = keepListMarks(text.slice(whole.length), before.replace(FRONT_MATTER, ''))
  return `---\n${tidyFrontMatter(frontMatter, before)}---\n\n${body}`
}

function tidyFrontMatter(frontMatter: string, previous: string): string {
  const document = parseDocument(frontMatter)
  const sent = fieldsOf(document.toJS())
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
  const tidied = document.toString({ lineWidth: 0, flowCollectionPadding: false })
  const unchanged = Object.fromEntries(
    Object.entries(fieldsOf(readFrontMatter(previous)?.values)).filter(([name, value]) =>
      isDeepStrictEqual(value, sent[name]),
    ),
  )
  const merged = mergeFields(
    tidied,
    FRONT_MATTER.exec(previous)?.[1] ?? '',
    new Set(Object.keys(unchanged)),
  )
  // Front matter of rare forms cannot be split by its lines.
  const isWhole = isDeepStrictEqual(fieldsOf(readFrontMatter(`---\n${merged}---\n`)?.values), {
    ...fieldsOf(document.toJS()),
    ...unchanged,
  })
  return isWhole ? merged : tidied
}

interface Field {
  /** Undefined for a comment. */
  name: string | undefined
  lines: string
}

// Keeps the lines of unchanged fields and comments, and takes the others from `tidied`.
function mergeFields(tidied: string, previous: string, unchanged: ReadonlySet<string>): string {
  const changed = splitFields(tidied)
  const linesOf = new Map(changed.map(({ name, lines }) => [name, lines]))
  const fields = splitFields(previous).flatMap((field): Field[] => {
    const { name } = field
    if (name === undefined || unchanged.has(name)) return [field]
    const lines = linesOf.get(name)
    return lines === undefined ? [] : [{ name, lines }]
  })
  for (const [index, field] of changed.entries()) {
    if (fields.some(({ name }) => name === field.name)) continue
    const above = fields.findIndex(({ name }) => name === changed[index - 1]?.name)
    fields.splice(index === 0 ? 0 : above + 1, 0, field)
  }
  return fields.map(({ lines }) => lines).join('')
}

function splitFields(frontMatter: string): Field[] {
  const fields: Field[] = []
  for (const line of frontMatter.match(/.*\n/g) ?? []) {
    const name = /^([\w-]+)\s*:/.exec(line)?.[1]
    const last = fields.at(-1)
    if (name !== undefined || line.startsWith('#') || last === undefined) {
      fields.push({ name, lines: line })
    } else {
      last.lines += line
    }
  }
  return fields
}

// Rich text gives each list the mark *, where people write - in this folder.
function keepListMarks(body: string, previous: string): string {
  const items = listItems(body)
  const areStars = items.length > 0 && items.every(({ mark }) => mark === '*')
  if (!areStars || listItems(previous).some(({ mark }) => mark === '*')) return body
  const lines = body.split('\n')
  for (const { line } of items) {
    lines[line - 1] = lines[line - 1]?.replace(ITEM, '$1-') ?? ''
  }
  return lines.join('\n')
}

function listItems(body: string): { line: number; mark: string }[] {
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
