import type { Lang } from '../languages.ts'

/** One thing to mend in the text below the head; `line` counts from the first line of the file. */
export interface TextProblem {
  line: number
  field: 'heading' | 'link' | 'picture'
  message: string
}

/** What the text of a file is checked against. */
export interface TextRules {
  lang: Lang
  /** The first heading is one of this depth: `##` is 2. */
  firstDepth: number
  /** Whether there is a page at an address of this site, such as `/blog/local-index`. */
  hasPage(path: string): boolean
  /** Whether there is a picture at an address, such as `/pictures/diff.png`. */
  hasPicture(path: string): boolean
}

const LINK = /(!?)\[([^\]]*)\]\(([^()\s]+)(?:\s+"[^"]*")?\)/g

/** Finds what is wrong with headings, links and pictures of a Markdown file. */
export function checkText(file: string, rules: TextRules): TextProblem[] {
  const problems: TextProblem[] = []
  let depth = rules.firstDepth - 1
  let fence = ''
  for (const [index, text] of file.split(/\r?\n/).entries()) {
    const line = index + 1
    const mark = /^\s*(`{3,}|~{3,})/.exec(text)?.[1]
    if (mark !== undefined && (fence === '' || mark.startsWith(fence))) {
      fence = fence === '' ? mark : ''
      continue
    }
    if (fence !== '') continue
    const heading = /^(#{1,6})\s/.exec(text)?.[1]?.length
    if (heading !== undefined) {
      const problem = checkHeading(heading, depth, rules.firstDepth)
      if (problem !== undefined) problems.push({ line, field: 'heading', message: problem })
      depth = heading
    }
    // Code between backticks is shown as it is.
    for (const [, bang, words = '', target = ''] of text
      .replaceAll(/`[^`]*`/g, '')
      .matchAll(LINK)) {
      const problem =
        bang === '!' ? checkPicture(words, target, rules) : checkLink(words, target, rules)
      if (problem !== undefined) {
        problems.push({ line, field: bang === '!' ? 'picture' : 'link', message: problem })
      }
    }
  }
  return problems
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

function checkLink(words: string, target: string, rules: TextRules): string | undefined {
  if (words.trim() === '') return `the link to ${target} has no words: say where it leads`
  if (!target.startsWith('/')) {
    const isKnown = /^(?:https:|mailto:|#)/.test(target)
    return isKnown ? undefined : `"${target}" is no address: begin it with / or https://`
  }
  const path = target.replace(/[?#].*$/, '')
  const isJapanese = path === '/ja' || path.startsWith('/ja/')
  if (rules.lang === 'ja' && !isJapanese) {
    return `${target} leaves the Japanese pages: write /ja${target}`
  }
  if (rules.lang === 'en' && isJapanese) {
    return `${target} leads to the Japanese pages: write ${target.replace(/^\/ja/, '') || '/'}`
  }
  if (rules.hasPage(path.replace(/^\/ja(?=\/|$)/, '') || '/')) return undefined
  return `there is no page ${path}: correct the address`
}

function checkPicture(words: string, target: string, rules: TextRules): string | undefined {
  if (words.trim() === '') {
    return `the picture ${target} has no description: write what it shows between the brackets`
  }
  if (/^https?:/.test(target)) {
    return `the picture ${target} lies elsewhere: put it into public/ and begin the address with /`
  }
  return rules.hasPicture(target) ? undefined : `there is no picture ${target}: put it into public/`
}
