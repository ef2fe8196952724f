import type { Lang } from '../languages.ts'
import { checkDescription } from './check-picture.ts'
import { didYouMean } from './near.ts'

/** One thing to mend in the text below the head; `line` counts from the first line of the file. */
export interface TextProblem {
  line: number
  field: 'text' | 'heading' | 'link' | 'picture'
  message: string
}

/** What the text of a file is checked against. */
export interface TextRules {
  lang: Lang
  /** The first heading is one of this depth: `##` is 2. */
  firstDepth: number
  /** Whether there is a page at an address of this site, such as `/blog/local-index`. */
  hasPage(path: string): boolean
  /** Whether a page of this site has a heading at `#heading`; pages that are no texts have all. */
  hasHeading(path: string, heading: string): boolean
  /** What to do about an address that leads nowhere. */
  correction(path: string): string
  /** Says what is wrong with a picture that is named as `../pictures/diff.png`. */
  pictureProblem(target: string): string | undefined
}

const LINK =
  /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(\s*<?([^()\s<>]*(?:\([^()\s]*\)[^()\s<>]*)*)>?(?:\s+["'][^"']*["'])?\s*\)/g

/** Finds what is wrong with headings, links and pictures of a Markdown file. */
export function checkText(file: string, rules: TextRules): TextProblem[] {
  const problems: TextProblem[] = []
  const report = (line: number, field: TextProblem['field'], message?: string): void => {
    if (message !== undefined) problems.push({ line, field, message })
  }
  const reportPicture = (line: number, words: string, target: string): void => {
    for (const message of checkPicture(words, target, rules)) report(line, 'picture', message)
  }
  let known: Set<string> | undefined
  const anchors = (): Set<string> => (known ??= anchorsOf(file))
  let depth = rules.firstDepth - 1
  let isEmpty = true
  const { lines, open } = proseLines(withoutComments(file))
  for (const { line, text } of lines) {
    if (text.trim() !== '') isEmpty = false
    const heading = /^(#{1,6})(\s*)(.*)$/.exec(text)
    if (heading !== null) {
      const [, marks = '', space = '', words = ''] = heading
      if (space === '' && words !== '') {
        if (marks.length > 1) report(line, 'heading', `needs a space: write ${marks} ${words}`)
      } else if (words.trim() === '') {
        report(line, 'heading', 'has no words: write some after the #, or remove the line')
      } else {
        report(line, 'heading', checkHeading(marks.length, depth, rules.firstDepth))
        depth = marks.length
      }
    }
    // Code between backticks is shown as it is.
    const prose = text.replaceAll(/(`+)(?!`).*?(?<!`)\1(?!`)/g, '')
    for (const [, bang, words = '', target = ''] of prose.matchAll(LINK)) {
      if (bang === '!') reportPicture(line, words, target)
      else report(line, 'link', checkLink(words, target, rules, anchors))
      // A picture may stand inside a link.
      for (const [, inner, alt = '', source = ''] of bang === '!' ? [] : words.matchAll(LINK)) {
        if (inner === '!') reportPicture(line, alt, source)
      }
    }
    const spaced = /\]\((\/[^()"']*\s[^()"']*)\)/.exec(prose)?.[1]
    if (spaced !== undefined) {
      report(
        line,
        'link',
        `there is a space in the address "${spaced}", which makes it no link: remove it`,
      )
    }
    if (/<img\b/i.test(prose)) {
      report(line, 'picture', 'is written as <img>: write ![What it shows](../pictures/name.png)')
    }
    if (/<a\s/i.test(prose)) {
      report(line, 'link', 'is written as <a>: write [the words](/blog/local-index)')
    }
    const attribute = /<\w[^>]*?\s(style|on\w+)\s*=/i.exec(prose)?.[1]
    if (attribute !== undefined) {
      report(line, 'text', `holds ${attribute}="…", which the site does not run: remove it`)
    }
    if (/<(?:script|style|iframe)\b/i.test(prose)) {
      report(
        line,
        'text',
        'holds a script, a style or a frame, which the site does not run: remove it',
      )
    }
  }
  if (open !== undefined) {
    report(open, 'text', 'a block of code begins here and never ends: write ``` on a line after it')
  }
  if (isEmpty && open === undefined) {
    report(
      file.split('\n').length,
      'text',
      'is empty: write something below the second line of hyphens',
    )
  }
  return problems
}

// Notes of writers, which keep their lines so that those below keep their numbers.
function withoutComments(file: string): string {
  return file.replaceAll(/<!--[\s\S]*?-->/g, (comment) => comment.replaceAll(/[^\n]/g, ''))
}

/** The lines of a text that are not code, and the first line of a block of code without end. */
export function proseLines(file: string): {
  lines: { line: number; text: string }[]
  open: number | undefined
} {
  const lines: { line: number; text: string }[] = []
  let fence = ''
  let open: number | undefined
  for (const [index, text] of file.split(/\r?\n/).entries()) {
    const [, mark, info = ''] = /^\s*(`{3,}|~{3,})(.*)$/.exec(text) ?? []
    if (mark !== undefined && fence === '' && !info.includes('`')) {
      fence = mark
      open = index + 1
    } else if (mark !== undefined && fence !== '' && mark.startsWith(fence) && info.trim() === '') {
      fence = ''
      open = undefined
    } else if (fence === '') {
      lines.push({ line: index + 1, text })
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

function checkLink(
  words: string,
  target: string,
  rules: TextRules,
  anchors: () => ReadonlySet<string>,
): string | undefined {
  if (words.trim() === '') return `the link to ${target} has no words: say where it leads`
  if (target === '') return `the link "${words}" has no address: write it between the brackets`
  if (/^(?:click here|here|this|link|こちら|ここ)$/i.test(words.trim())) {
    return `the link "${words.trim()}" does not say where it leads: use words that make sense alone`
  }
  if (target.startsWith('#')) {
    const anchor = decoded(target.slice(1))
    return anchors().has(anchor)
      ? undefined
      : `there is no heading ${target} in this text: ${didYouMean(anchor, anchors(), 'correct the address')}`
  }
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
  if (heading === '' || rules.hasHeading(english, heading)) return undefined
  return `there is no heading #${heading} on ${path}: correct what stands after the #`
}

function checkPicture(words: string, target: string, rules: TextRules): (string | undefined)[] {
  if (target === '')
    return ['the picture has no address: write ../pictures/ and the name of its file']
  return [checkDescription(words, target), rules.pictureProblem(target)]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A lone % is part of the address as it stands.
    return text
  }
}
