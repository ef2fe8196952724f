import { lineAt, type Passage } from './passages.ts'

/** One thing to mend in what is written in HTML. */
interface MarkProblem {
  line: number
  field: 'link' | 'picture' | 'heading' | 'text'
  message: string
}

/** What a text may say in HTML, as Markdown has no sign for it. */
const ALLOWED = new Set(
  'abbr b br cite code dd del details dfn dl dt em i ins kbd mark q rp rt ruby s samp small strong sub summary sup u var wbr'.split(
    ' ',
  ),
)
/** Those that need no end. */
const ENDLESS = new Set(['br', 'wbr', 'dt', 'dd', 'rp', 'rt'])
/** Marks of other machines, such as <?php and <!DOCTYPE. */
const FOREIGN = /<[?!]\[?[a-z]+/gi
const OPEN_NOTE =
  'a note begins here and does not end in its paragraph, so that readers see it: write --> behind it, or let it begin on a line of its own'
const TAG = /<\/?([a-z][a-z0-9-]*)((?:\s[^<>]*)?)\/?>/gi

/**
 * Finds HTML that has a sign in Markdown, or that texts do not have, and marks and notes without
 * end; a mark may go over lines. `depthAt` says of which depth a heading on a line has to be.
 */
export function foundMarks(
  passages: readonly Passage[],
  depthAt: (line: number, wanted: number) => number,
): MarkProblem[] {
  const told = new Set<string>()
  const begun = new Map<string, number[]>()
  const found = passages.flatMap((passage) => {
    const note = passage.text.indexOf('<!--')
    const open: MarkProblem[] =
      note < 0 ? [] : [{ line: lineAt(passage, note), field: 'text', message: OPEN_NOTE }]
    const marks = [...passage.text.matchAll(TAG)].flatMap((match): MarkProblem[] => {
      const [mark, tag = '', attributes = ''] = match
      const name = tag.toLowerCase()
      const line = lineAt(passage, match.index)
      const problem = problemOf(name, attributes, (wanted) => depthAt(line, wanted))
      if (problem === undefined && !ENDLESS.has(name)) {
        const lines = begun.get(name) ?? []
        if (mark.startsWith('</')) lines.pop()
        else begun.set(name, [...lines, line])
      }
      if (problem === undefined || told.has(name)) return []
      told.add(name)
      return [{ line, ...problem }]
    })
    const foreign = [...passage.text.matchAll(FOREIGN)].map(({ 0: mark, index }): MarkProblem => {
      return { line: lineAt(passage, index), field: 'text', message: unknownMark(mark) }
    })
    return [...open, ...marks, ...foreign]
  })
  const endless = [...begun].flatMap(([name, [line]]): MarkProblem[] => {
    const message = `<${name}> begins here and never ends: write </${name}> behind its words`
    return line === undefined ? [] : [{ line, field: 'text', message }]
  })
  return [...found, ...endless]
}

function problemOf(
  name: string,
  attributes: string,
  depthOf: (wanted: number) => number,
): Omit<MarkProblem, 'line'> | undefined {
  const text = (message: string): Omit<MarkProblem, 'line'> => ({ field: 'text', message })
  if (name === 'img') {
    const message = 'is written as <img>: write ![What it shows](../pictures/name.png)'
    return { field: 'picture', message }
  }
  if (name === 'a') {
    return { field: 'link', message: 'is written as <a>: write [the words](/blog/local-index)' }
  }
  const depth = /^h([1-6])$/.exec(name)?.[1]
  if (depth !== undefined) {
    const message = `is written as <${name}>: write ${'#'.repeat(depthOf(Number(depth)))} and the words`
    return { field: 'heading', message }
  }
  if (name === 'script' || name === 'style' || name === 'iframe') {
    return text('holds a script, a style or a frame, which the site does not run: remove it')
  }
  const attribute = /\s(style|on\w+)\s*=/i.exec(attributes)?.[1]
  if (attribute !== undefined) {
    return text(`holds ${attribute}="…", which the site does not run: remove it`)
  }
  if (ALLOWED.has(name)) return undefined
  return text(unknownMark(`<${name}>`))
}

function unknownMark(mark: string): string {
  return `holds ${mark}, which texts do not have: remove it, or put it between backticks`
}
