import { readFileSync } from 'node:fs'
import { basename, relative } from 'node:path'
import type { z } from 'astro/zod'
import { LineCounter, parseDocument } from 'yaml'
import { describeIssue } from './issues.ts'
import type { ContentProblem } from './problems.ts'

/** A JSON file of named things, such as people. */
export interface CheckedList {
  known: ReadonlySet<string>
  problems: ContentProblem[]
}

/** Checks each thing of a JSON file; `known` are their names. */
export function checkList(root: string, path: string, schema: z.ZodType): CheckedList {
  const file = relative(root, path).replaceAll('\\', '/')
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  const counter = new LineCounter()
  // JSON is YAML too, and this reader knows the line of everything.
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false })
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch (error) {
    return {
      known: new Set(),
      problems: [{ file, field: basename(path), ...faultOf(text, error) }],
    }
  }
  if (typeof list !== 'object' || list === null || Array.isArray(list)) {
    const message = 'is not a list of names: begin the file with { and end it with }'
    return { known: new Set(), problems: [{ file, line: 1, field: basename(path), message }] }
  }
  const lineOf = (keys: readonly PropertyKey[]): number => {
    for (let count = keys.length; count > 0; count--) {
      const node = document.getIn(keys.slice(0, count), true)
      if (
        typeof node === 'object' &&
        node !== null &&
        'range' in node &&
        Array.isArray(node.range)
      ) {
        return counter.linePos(Number(node.range[0])).line
      }
    }
    return 1
  }
  const problems = Object.entries(list).flatMap(([id, entry]) =>
    (schema.safeParse(entry).error?.issues ?? []).flatMap((issue) =>
      describeIssue(issue, schema).map(({ path: inside, message }) => ({
        file,
        line: lineOf([id, ...inside]),
        field: [id, ...inside.map(String)].join('.'),
        message,
      })),
    ),
  )
  return { known: new Set(Object.keys(list)), problems }
}

function faultOf(text: string, error: unknown): { line: number; message: string } {
  const at = /position (\d+)/.exec(String(error))?.[1]
  const place = at === undefined ? text.length : Number(at)
  const before = text.slice(0, place)
  const line = before.split('\n').length
  const last = before.trimEnd().at(-1)
  if (last === ',') {
    const own = before.trimEnd().split('\n').length
    return { line: own, message: 'there is a comma after the last entry: remove it' }
  }
  if (/["}\]]/.test(last ?? '') && text[place] === '"') {
    const own = before.trimEnd().split('\n').length
    return { line: own, message: 'a comma is missing at the end of this line: add it' }
  }
  if (place >= text.trimEnd().length) {
    return { line, message: 'ends too early: close each { with } and each " with another "' }
  }
  return {
    line,
    message:
      'is not understood: look for a quotation mark, a comma or a colon that is missing on this line or the one before',
  }
}
