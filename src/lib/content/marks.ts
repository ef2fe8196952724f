import { type ProseLine, withoutCode } from './links.ts'

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
const TAG = /<\/?([a-z][a-z0-9-]*)((?:\s[^<>]*)?)\/?>/gi

/** Finds HTML that has a sign in Markdown, or that texts do not have; a mark may go over lines. */
export function foundMarks(lines: readonly ProseLine[]): MarkProblem[] {
  if (!lines.some(({ text }) => text.includes('<'))) return []
  const prose = lines.map(({ text }) => withoutCode(text)).join('\n')
  const told = new Set<string>()
  return [...prose.matchAll(TAG)].flatMap((match) => {
    const [, tag = '', attributes = ''] = match
    const name = tag.toLowerCase()
    const problem = problemOf(name, attributes)
    if (problem === undefined || told.has(name)) return []
    told.add(name)
    const before = prose.slice(0, match.index).split('\n').length
    return [{ line: lines[before - 1]?.line ?? 1, ...problem }]
  })
}

function problemOf(name: string, attributes: string): Omit<MarkProblem, 'line'> | undefined {
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
    const message = `is written as <${name}>: write ${'#'.repeat(Number(depth))} and the words`
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
  return text(`holds <${name}>, which texts do not have: remove it, or put it between backticks`)
}
