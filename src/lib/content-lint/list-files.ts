import { existsSync, readdirSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import type { z } from 'astro/zod'
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
} from 'jsonc-parser'
import { readText } from '../content/front-matter.ts'
import { isName, nameFrom } from '../content/post-name.ts'
import { authorSchema, buildSchemaOf, planSchema, tagSchema } from '../content/schemas.ts'
import { planNames } from '../plan-names.ts'
import { describeIssue } from './describe-issue.ts'
import { didYouMean } from './did-you-mean.ts'
import { explainJsonError } from './explain-json-error.ts'
import { messages } from './messages.ts'
import { type FileFinding, placeAt } from './finding.ts'
import { isRecord } from './source-text.ts'

/** A JSON file of named entries, such as authors. */
interface CheckedList {
  names: ReadonlySet<string>
  findings: FileFinding[]
}

/** Lints the JSON lists and returns the known authors and topics. */
export function lintListFiles(root: string): {
  authors: ReadonlySet<string>
  topics: ReadonlySet<string>
  findings: FileFinding[]
} {
  const authors = lintList(root, 'authors.json', () => authorSchema)
  const topics = lintList(root, 'tags.json', () => tagSchema)
  const builds = lintList(root, 'builds.json', buildSchemaOf, missingBuild(root))
  const plans = lintList(root, 'plans.json', () => planSchema)
  // An unreadable list is not reported as incomplete.
  const missing = plans.names.size > 0 ? planNames.filter((name) => !plans.names.has(name)) : []
  const first = { file: 'src/content/plans.json', line: 1, column: 1 }
  return {
    authors: authors.names,
    topics: topics.names,
    findings: [
      ...authors.findings,
      ...topics.findings,
      ...builds.findings,
      ...plans.findings,
      ...missing.map((field) => ({
        ...first,
        field,
        message: messages.listFiles.noPlan(planNames),
      })),
    ],
  }
}

type Check = (thing: unknown) => { field: string; message: string } | undefined

function missingBuild(root: string): Check {
  const downloads = join(root, 'public/downloads')
  const files = existsSync(downloads) ? readdirSync(downloads) : undefined
  return (build) => {
    const file = isRecord(build) ? build['file'] : undefined
    if (typeof file !== 'string' || files === undefined || files.includes(file)) return undefined
    return {
      field: 'file',
      message: messages.listFiles.noFile(file, didYouMean(file, files, messages.listFiles.putFile)),
    }
  }
}

/** Validates each entry by the schema; `also` checks what a schema cannot. */
function lintList(
  root: string,
  name: string,
  schemaOf: (thing: unknown) => z.ZodType,
  also?: Check,
): CheckedList {
  const path = join(root, 'src/content', name)
  const file = relative(root, path).replaceAll('\\', '/')
  const source = existsSync(path) ? readText(path) : undefined
  const at = (offset: number, field: string, message: string): FileFinding => ({
    file,
    ...placeAt(source ?? '', offset),
    field,
    message,
  })
  const only = (offset: number, message: string): CheckedList => {
    return { names: new Set(), findings: [at(offset, basename(path), message)] }
  }
  if (source === undefined) return only(0, messages.listFiles.missing)
  const errors: ParseError[] = []
  const tree = parseTree(source, errors, { disallowComments: true })
  const [error] = errors
  if (error !== undefined) {
    const { offset, message } = explainJsonError(error, source)
    return only(offset, message)
  }
  if (tree?.type !== 'object') return only(0, messages.listFiles.noList)
  if (tree.children?.length === 0) return only(0, messages.listFiles.empty)
  const findings = [...twice(tree)].map(({ field, offset }) =>
    at(offset, field, messages.listFiles.twice),
  )
  const list = Object.entries<unknown>(getNodeValue(tree))
  for (const [id, thing] of list) {
    const report = (inside: readonly PropertyKey[], message: string): void => {
      const keys = [id, ...inside].map(String)
      findings.push(at(offsetOf(tree, keys), keys.join('.'), message))
    }
    if (!isName(id) || !/[a-z]/.test(id)) report([], messages.listFiles.noKey(exampleOf(id)))
    const schema = schemaOf(thing)
    const issues = schema.safeParse(thing).error?.issues ?? []
    for (const issue of issues) {
      for (const { path: inside, message } of describeIssue(issue, schema)) report(inside, message)
    }
    const more = issues.length === 0 ? also?.(thing) : undefined
    if (more !== undefined) report([more.field], more.message)
  }
  return {
    names: new Set(list.map(([id]) => id)),
    findings: findings.toSorted((one, two) => one.line - two.line),
  }
}

// JSON silently keeps the later of two equal keys.
function* twice(node: Node): Generator<{ field: string; offset: number }> {
  const seen = new Set<string>()
  for (const child of node.children ?? []) {
    const [key] = child.type === 'property' ? (child.children ?? []) : []
    const field = String(key?.value)
    if (key !== undefined && seen.has(field)) yield { field, offset: key.offset }
    seen.add(field)
    yield* twice(child)
  }
}

// For a missing key, the position of its parent.
function offsetOf(tree: Node, keys: readonly string[]): number {
  for (let count = keys.length; count > 0; count--) {
    const node = findNodeAtLocation(tree, keys.slice(0, count))
    if (node !== undefined) return node.offset
  }
  return 0
}

function exampleOf(id: string): string {
  const example = nameFrom(id)
  return /[a-z]/.test(example) ? example : 'two-words'
}
