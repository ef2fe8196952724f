import { attributeOf, type HtmlTag, htmlTags } from '../html-tags.ts'
import { messages } from '../messages.ts'
import type { Finding } from '../finding.ts'
import type { Rule } from '../rule.ts'
import { folders, type SourceText } from '../source-text.ts'

/** HTML tags without an equivalent in Markdown. */
export const allowedTags = new Set(
  'abbr b br cite code dd del details dfn dl dt em i ins kbd mark q rp rt ruby s samp small strong sub summary sup u var wbr'.split(
    ' ',
  ),
)
/** Tags whose advice repeats what the writer gave, so that each of them gets its own. */
const WITH_ADDRESS = new Set(['a', 'img'])
const SCRIPTS = new Set(['script', 'style', 'iframe'])
/** Attributes that belong to the page. */
const REFUSED = /\s(style|on\w+|id|class)\s*=/i

/** HTML has only tags missing in Markdown, without ids, classes, styles and scripts. */
export const htmlAllowed: Rule = {
  name: 'html-allowed',
  *check(text) {
    const reported = new Set<string>()
    for (const tag of htmlTags(text)) {
      const finding = messageFor(tag, text)
      const key = WITH_ADDRESS.has(tag.name) ? `${tag.name} ${tag.attributes}`.trim() : tag.name
      if (finding === undefined || reported.has(key)) continue
      reported.add(key).add(tag.name)
      yield { line: tag.line, column: tag.column, ...finding }
    }
  },
}

function messageFor(
  tag: HtmlTag,
  text: SourceText,
): Pick<Finding, 'field' | 'message'> | undefined {
  const { kind, name, attributes, line } = tag
  if (kind === 'note') return undefined
  if (name === 'img') {
    const file = attributeOf(tag, 'src')?.replace(/[?#].*$|^.*\/(?=[^/]*$)/g, '') || 'name.png'
    const words = attributeOf(tag, 'alt') || 'What it shows'
    return { field: 'picture', message: messages.htmlAllowed.picture(words, file) }
  }
  if (name === 'a') {
    return { field: 'link', message: messages.htmlAllowed.link(attributeOf(tag, 'href') ?? '…') }
  }
  const depth = /^h([1-6])$/.exec(name)?.[1]
  if (depth !== undefined) {
    const message = messages.htmlAllowed.heading(name, depthAt(line, Number(depth), text))
    return { field: 'heading', message }
  }
  if (SCRIPTS.has(name)) return { field: 'text', message: messages.htmlAllowed.script }
  const attribute = REFUSED.exec(attributes)?.[1]
  if (attribute !== undefined)
    return { field: 'text', message: messages.htmlAllowed.attribute(attribute) }
  if (allowedTags.has(name)) return undefined
  return {
    field: 'text',
    message: messages.htmlAllowed.unknown(kind === 'declaration' ? `<${name}` : `<${name}>`),
  }
}

// Returns the level that a heading needs at this line.
function depthAt(line: number, wanted: number, { nodes, folder }: SourceText): number {
  const first = folders[folder]
  let above = first - 1
  for (const [node] of nodes) {
    if (node.type === 'heading' && (node.position?.start.line ?? 0) < line) above = node.depth
  }
  return Math.min(Math.max(wanted, first), above + 1)
}
