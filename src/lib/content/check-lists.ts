import { existsSync, readdirSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import type { z } from 'astro/zod'
import { type Document, LineCounter, parseDocument } from 'yaml'
import { planNames } from '../plan-names.ts'
import { readText } from './front-matter.ts'
import { describeIssue } from './issues.ts'
import { didYouMean } from './near.ts'
import { isName, nameFrom } from './post-name.ts'
import type { ContentProblem } from './problems.ts'
import { buildSchemaOf, planSchema } from './schemas.ts'

/** A JSON file of named things, such as people. */
export interface CheckedList {
  known: ReadonlySet<string>
  problems: ContentProblem[]
}

/** Finds what is wrong in the lists that no text names: prices, and what can be downloaded. */
export function checkOtherLists(root: string): ContentProblem[] {
  const content = join(root, 'src/content')
  const plans = checkList(root, join(content, 'plans.json'), () => planSchema)
  // Of a list that cannot be read, nothing is known to be missing.
  const missing = plans.known.size > 0 ? planNames.filter((name) => !plans.known.has(name)) : []
  for (const name of missing) {
    const message = `is missing: the page of prices shows ${planNames.join(', ')}`
    plans.problems.push({ file: 'src/content/plans.json', line: 1, field: name, message })
  }
  const downloads = join(root, 'public/downloads')
  const files = existsSync(downloads) ? readdirSync(downloads) : undefined
  const builds = checkList(root, join(content, 'builds.json'), buildSchemaOf, (build) => {
    const { file }: { file?: unknown } = Object(build)
    if (typeof file !== 'string' || files === undefined || files.includes(file)) return undefined
    const otherwise = 'put the file there, or correct its name'
    return {
      field: 'file',
      message: `${file} is not in public/downloads: ${didYouMean(file, files, otherwise)}`,
    }
  })
  return [...builds.problems, ...plans.problems]
}

/**
 * Checks each thing of a JSON file; `known` are their names. `also` tells what no schema can know of
 * one that is right by its schema.
 */
export function checkList(
  root: string,
  path: string,
  schemaOf: (thing: unknown) => z.ZodType,
  also?: (thing: unknown) => { field: string; message: string } | undefined,
): CheckedList {
  const file = relative(root, path).replaceAll('\\', '/')
  const only = (line: number, message: string): CheckedList => ({
    known: new Set(),
    problems: [{ file, line, field: basename(path), message }],
  })
  if (!existsSync(path)) return only(1, 'is missing: put it back, as the site is made from it')
  const text = readText(path)
  const counter = new LineCounter()
  // JSON is YAML too, and this reader knows the line of everything.
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false })
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch (error) {
    const { line, message } = faultOf(text, error)
    return only(line, message)
  }
  if (typeof list !== 'object' || list === null || Array.isArray(list)) {
    return only(1, 'is not a list of names: begin the file with { and end it with }')
  }
  if (Object.keys(list).length === 0) {
    return only(1, 'is empty: put its entries back, as the site is made from them')
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
  const problems = twice(document, text).map(({ at, field }) => ({
    file,
    line: counter.linePos(at).line,
    field,
    message: 'stands here a second time: keep one of the two',
  }))
  for (const [id, thing] of Object.entries(list)) {
    const report = (inside: readonly PropertyKey[], message: string): void => {
      const keys = [id, ...inside]
      problems.push({ file, line: lineOf(keys), field: keys.map(String).join('.'), message })
    }
    if (!isName(id) || !/[a-z]/.test(id)) report([], keyAdvice(id))
    const schema = schemaOf(thing)
    const issues = schema.safeParse(thing).error?.issues ?? []
    for (const issue of issues) {
      for (const { path: inside, message } of describeIssue(issue, schema)) report(inside, message)
    }
    const more = issues.length === 0 ? also?.(thing) : undefined
    if (more !== undefined) report([more.field], more.message)
  }
  return {
    known: new Set(Object.keys(list)),
    problems: problems.toSorted((one, two) => one.line - two.line),
  }
}

// JSON takes the later of two, and the earlier is gone without a word.
function twice(document: Document, text: string): { at: number; field: string }[] {
  return document.errors
    .filter(({ code }) => code === 'DUPLICATE_KEY')
    .map(({ pos: [at] }) => ({ at, field: /^"([^"]*)"/.exec(text.slice(at))?.[1] ?? '' }))
}

function keyAdvice(id: string): string {
  const example = nameFrom(id)
  const advice = 'use lower-case letters, digits, and hyphens between them only, with a letter'
  return `is not a key: ${advice}, for example ${/[a-z]/.test(example) ? example : 'two-words'}`
}

/** What JSON is made of (RFC 8259 §2); a text ends on its line. */
const TOKEN = /\s+|"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:e[-+]?\d+)?|true|false|null|[{}[\],:]/iy

/** Place of the first sign that is nothing in JSON. */
function strayIn(text: string): number | undefined {
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    if (!TOKEN.test(text)) return at
  }
  return undefined
}

function strayAdvice(rest: string): string {
  if (rest.startsWith('"')) {
    return 'a quotation mark is missing: end what begins with " with another " on the same line'
  }
  const [sign = ''] = rest
  if (/['‘’“”„«»「」＂]/.test(sign))
    return `${sign} is no quotation mark here: write " in its place`
  const word = /^[^\s,:{}[\]]+/.exec(rest)?.[0] ?? sign
  return `does not understand ${word}: put a text between two ", and write a number alone`
}

function faultOf(text: string, error: unknown): { line: number; message: string } {
  const stray = strayIn(text)
  if (stray !== undefined) {
    const line = text.slice(0, stray).split('\n').length
    return { line, message: strayAdvice(text.slice(stray)) }
  }
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
