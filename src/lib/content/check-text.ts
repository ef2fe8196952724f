import type { Lang } from '../languages.ts'
import { checkDescription } from './check-picture.ts'
import { apartIn, type FoundLink, linksIn, spacedIn } from './links.ts'
import { foundMarks } from './marks.ts'
import { didYouMean } from './near.ts'
import { passagesIn, type ProseLine } from './passages.ts'
import { openStars, unknownNotes } from './shown-signs.ts'
import { brokenTables } from './tables.ts'

/** One thing to mend in the text below the head; `line` counts from the first line of the file. */
export interface TextProblem {
  line: number
  field: 'text' | 'heading' | 'link' | 'picture' | 'table'
  message: string
}

/** What is said of code and notes without end. */
const NEVER_ENDS = {
  code: 'a block of code begins here and never ends: write ``` on a line after it',
  note: 'a note begins here and never ends, so that all below is lost: write --> behind it',
}

/** A note where a line, or the item on it, begins: up to its end, or else to that of the line. */
const NOTE = /^(\s*(?:(?:[-*+]|\d+[.)])\s+)?)<!--(?:-?>|.*?-->|.*)/

/** What the text of a file is checked against. */
export interface TextRules {
  lang: Lang
  /** The first heading is one of this depth: `##` is 2. */
  firstDepth: number
  /** Whether there is a page at an address of this site, such as `/blog/local-index`. */
  hasPage(path: string): boolean
  /** What to do about `#heading`, where a page of this site does not have it. */
  headingCorrection(path: string, heading: string): string | undefined
  /** Says why there is no page, or no release on it, yet at an address that has a text. */
  notYet(path: string, heading: string): string | undefined
  /** What to do about an address that leads nowhere. */
  correction(path: string): string
  /** Says what is wrong with a picture that is named as `../pictures/diff.png`. */
  pictureProblem(target: string): string | undefined
}

/** Finds what is wrong with headings, links and pictures of a Markdown file. */
export function checkText(file: string, rules: TextRules): TextProblem[] {
  const problems: TextProblem[] = []
  const report = (line: number, field: TextProblem['field'], message?: string): void => {
    if (message !== undefined) problems.push({ line, field, message })
  }
  let known: Set<string> | undefined
  const anchors = (): Set<string> => (known ??= anchorsOf(file))
  let depth = rules.firstDepth - 1
  const depths: { line: number; depth: number }[] = []
  const goDown = (line: number, to: number): void => {
    depth = to
    depths.push({ line, depth })
  }
  const depthAt = (line: number, wanted: number): number => {
    const above = depths.findLast((one) => one.line < line)?.depth ?? rules.firstDepth - 1
    return Math.min(Math.max(wanted, rules.firstDepth), above + 1)
  }
  let isEmpty = true
  const { lines, open } = proseLines(file)
  for (const [index, one] of lines.entries()) {
    const { line, text } = one
    if (text.trim() !== '') isEmpty = false
    const underlined = checkUnderline(lines[index - 1], one, rules.firstDepth)
    if (underlined !== undefined) {
      report(line - 1, 'heading', underlined.message)
      goDown(line - 1, underlined.depth)
    }
    const wide = /^(＃{1,6})\s*(.*)$/.exec(text)
    if (wide !== null) {
      const [, marks = '', words = ''] = wide
      const right = `${'#'.repeat(Math.max(marks.length, rules.firstDepth))} ${words}`
      report(
        line,
        'heading',
        `begins with a wide ＃, which makes no heading: write ${right.trim()}`,
      )
    }
    const heading = /^(#{1,6})(\s*)(.*)$/.exec(text)
    if (heading !== null) {
      const [, marks = '', space = '', words = ''] = heading
      if (space === '' && words !== '') {
        if (marks.length > 1) report(line, 'heading', `needs a space: write ${marks} ${words}`)
      } else if (words.trim() === '') {
        report(line, 'heading', 'has no words: write some after the #, or remove the line')
      } else {
        report(line, 'heading', checkHeading(marks.length, depth, rules.firstDepth))
        goDown(line, marks.length)
      }
    }
  }
  const passages = passagesIn(lines)
  for (const { line, address } of spacedIn(passages)) {
    const message = `there is a space in the address "${address}", which makes it no link: remove it`
    report(line, 'link', message)
  }
  for (const { line, address } of apartIn(passages)) {
    const message = `there is a space before (${address}), which makes it no link: remove it`
    report(line, 'link', message)
  }
  for (const { line, field, message } of foundMarks(passages, depthAt)) report(line, field, message)
  for (const { line, message } of [...openStars(passages), ...unknownNotes(passages)]) {
    report(line, 'text', message)
  }
  const told = new Set<string>()
  for (const link of linksIn(passages)) {
    for (const { line, field, message } of checkFound(link, rules, anchors)) {
      // Many links may share the line that gives their address.
      if (told.has(`${line} ${message}`) && link.targetLine !== link.line) continue
      told.add(`${line} ${message}`)
      report(line, field, message)
    }
  }
  for (const { line, message } of brokenTables(lines)) report(line, 'table', message)
  if (open !== undefined) report(open.line, 'text', NEVER_ENDS[open.what])
  if (isEmpty && open === undefined) {
    report(
      file.split('\n').length,
      'text',
      'is empty: write something below the second line of hyphens',
    )
  }
  return problems
}

/** The lines of a text that are neither code nor notes, and where one of the two has no end. */
export function proseLines(file: string): {
  lines: ProseLine[]
  open: { line: number; what: keyof typeof NEVER_ENDS } | undefined
} {
  const lines: ProseLine[] = []
  let fence = ''
  let open: ReturnType<typeof proseLines>['open']
  // Four spaces begin a block of code after an empty line, except below an item of a list.
  let [isAfterGap, isInList, isIndented] = [true, false, false]
  for (const [index, whole] of file.split(/\r?\n/).entries()) {
    const line = index + 1
    if (open?.what === 'note') {
      const end = whole.indexOf('-->')
      lines.push({ line, text: end < 0 ? '' : whole.slice(end + '-->'.length) })
      if (end >= 0) open = undefined
      continue
    }
    const [, mark, info = ''] = /^\s*(`{3,}|~{3,})(.*)$/.exec(whole) ?? []
    if (mark !== undefined && fence === '' && !info.includes('`')) {
      fence = mark
      open = { line, what: 'code' }
    } else if (mark !== undefined && fence !== '' && mark.startsWith(fence) && info.trim() === '') {
      fence = ''
      open = undefined
    } else if (fence === '') {
      const isEmpty = whole.trim() === ''
      if (!isEmpty)
        isIndented = /^(?: {4}|\t)/.test(whole) && (isAfterGap || isIndented) && !isInList
      const [note, above = ''] = (!isIndented && NOTE.exec(whole)) || []
      const text = note === undefined ? whole : above + whole.slice(note.length)
      if (note !== undefined && !note.endsWith('-->')) open = { line, what: 'note' }
      if (!isIndented || isEmpty) lines.push({ line, text })
      if (/^ {0,3}\S/.test(whole)) isInList = /^ {0,3}(?:[-*+]|\d+[.)])\s/.test(whole)
      isAfterGap = isEmpty || (note !== undefined && text.trim() === '')
    }
  }
  return { lines, open }
}

/** Addresses of the headings in a text, made as those of the page are. */
export function anchorsOf(file: string): Set<string> {
  const anchors = new Set<string>()
  for (const { text } of proseLines(file).lines) {
    const words = /^#{1,6}\s+(.*)$/.exec(text)?.[1]
    if (words === undefined) continue
    const slug = words
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    let one = slug
    for (let n = 1; anchors.has(one); n++) one = `${slug}-${n}`
    anchors.add(one)
  }
  return anchors
}

function checkHeading(depth: number, before: number, first: number): string | undefined {
  const marks = (count: number): string => '#'.repeat(count)
  if (depth < first) {
    return `${marks(depth)} is too large here, where the page has its headings already: begin with ${marks(first)}`
  }
  if (depth > before + 1) {
    return `${marks(depth)} skips a step after ${before < first ? 'the title' : marks(before)}: use ${marks(before + 1)}`
  }
  return undefined
}

// A line of = or - makes a heading of the words above it, often where a rule was meant.
function checkUnderline(
  above: ProseLine | undefined,
  below: ProseLine,
  first: number,
): { depth: number; message: string } | undefined {
  const mark = /^ {0,3}(?:=+|-+)\s*$/.exec(below.text)?.[0].trim()
  const isParagraph =
    above?.line === below.line - 1 &&
    /^(?![#>|<\s]|[-+*](?:\s|$)|\d+[.)]\s|\[[^\]]+\]:)./.test(above.text)
  if (mark === undefined || !isParagraph) return undefined
  const depth = Math.max(first, mark.startsWith('=') ? 1 : 2)
  const heading = `${'#'.repeat(depth)} ${above.text.trim()}`
  const rule = mark.startsWith('-') ? ', or leave a line empty in between' : ''
  return {
    depth,
    message: `the line ${mark} below makes this a heading: write ${heading} in place of both${rule}`,
  }
}

function checkFound(
  { line, isPicture, words, target, targetLine, source }: FoundLink,
  rules: TextRules,
  anchors: () => ReadonlySet<string>,
): TextProblem[] {
  const field = isPicture ? 'picture' : 'link'
  const at = (place: number, message: string | undefined): TextProblem[] =>
    message === undefined ? [] : [{ line: place, field, message }]
  if (target === undefined) {
    const right = isPicture ? '../pictures/name.png' : '/blog/local-index'
    const message = `${source} is shown as it stands, as no line gives its address: write ${isPicture ? '!' : ''}[${words ?? ''}](${right})`
    return at(line, message)
  }
  if (isPicture && target !== '') {
    return [
      ...at(line, checkDescription(words ?? '', target)),
      ...at(targetLine, rules.pictureProblem(target)),
    ]
  }
  if (isPicture) {
    return at(line, 'the picture has no address: write ../pictures/ and the name of its file')
  }
  const unclear = words === undefined ? undefined : checkWords(words, target)
  return unclear === undefined
    ? at(targetLine, checkAddress(target, rules, anchors))
    : at(line, unclear)
}

function checkWords(words: string, target: string): string | undefined {
  if (words.trim() === '') return `the link to ${target} has no words: say where it leads`
  if (target === '') return `the link "${words}" has no address: write it between the brackets`
  if (/^(?:click here|here|this|link|こちら|ここ)$/i.test(words.trim())) {
    return `the link "${words.trim()}" does not say where it leads: use words that make sense alone`
  }
  return undefined
}

function checkAddress(
  target: string,
  rules: TextRules,
  anchors: () => ReadonlySet<string>,
): string | undefined {
  if (target.startsWith('#')) {
    const anchor = decoded(target.slice(1))
    return anchors().has(anchor)
      ? undefined
      : `there is no heading ${target} in this text: ${didYouMean(anchor, anchors(), 'correct the address')}`
  }
  const [own, ownPath = '/'] =
    /^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?(\/.*)?$/.exec(target) ?? []
  if (own !== undefined) return `${own} leads to the reader's own machine: write ${ownPath}`
  if (/^[^\s/:@]+@[^\s/@]+$/.test(target))
    return `${target} is a mail address: begin it with mailto:`
  if (target.startsWith('http://')) return `${target} is not secure: begin it with https://`
  if (!target.startsWith('/') || target.startsWith('//')) {
    const isKnown = /^(?:https:\/\/[^/\s]+\.[^/\s]+|mailto:[^@\s]+@)/.test(target)
    return isKnown ? undefined : `"${target}" is no address: begin it with / or https://`
  }
  const path = target.replace(/[?#].*$/, '')
  const isJapanese = path === '/ja' || path.startsWith('/ja/')
  if (rules.lang === 'ja' && !isJapanese) {
    return `${target} leaves the Japanese pages: write /ja${target === '/' ? '' : target}`
  }
  if (rules.lang === 'en' && isJapanese) {
    return `${target} leads to the Japanese pages: write ${target.replace(/^\/ja/, '') || '/'}`
  }
  const english = path.replace(/^\/ja(?=\/|$)/, '') || '/'
  if (english !== '/' && path.endsWith('/')) {
    return `${target} ends with a slash, which no page does: write ${path.slice(0, -1)}`
  }
  if (!rules.hasPage(english)) return `there is no page ${path}: ${rules.correction(english)}`
  const heading = decoded(/#(.*)$/.exec(target)?.[1] ?? '')
  const reason = rules.notYet(english, heading)
  if (reason !== undefined) return `${path} ${reason}`
  const remedy = heading === '' ? undefined : rules.headingCorrection(english, heading)
  return remedy && `there is no heading #${heading} on ${path}: ${remedy}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A lone % is part of the address as it stands.
    return text
  }
}
