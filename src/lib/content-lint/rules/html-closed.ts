import { htmlTags } from '../html-tags.ts'
import { messages } from '../messages.ts'
import type { Place } from '../finding.ts'
import type { Rule } from '../rule.ts'
import { allowedTags } from './html-allowed.ts'

/** Tags without an end tag. */
const ENDLESS = new Set(['br', 'wbr', 'dt', 'dd', 'rp', 'rt'])
/** A tag without its >, which is text; a single letter may be a comparison. */
const BROKEN =
  /<!--|<\/?(?:abbr|br|cite|code|d[dlt]|del|details|dfn|em|ins|kbd|mark|rp|rt|ruby|samp|small|strong|su[bp]|summary|var|wbr|div|span|img|video|iframe)(?=[\s/\uFFFC]|$)|<[?!](?=[a-z])/giu

/** HTML tags and comments are complete and closed. */
export const htmlClosed: Rule = {
  name: 'html-closed',
  *check(text) {
    const open: (Place & { name: string })[] = []
    for (const { kind, name, isWhole, line, column } of htmlTags(text)) {
      const report = (message: string) => ({ line, column, field: 'text', message })
      if (kind === 'note' && !isWhole) yield report(messages.htmlClosed.noteNeverEnds)
      // Other tags are reported by `html-allowed`.
      if (!allowedTags.has(name)) continue
      if (!isWhole)
        yield report(messages.htmlClosed.noBracket(kind === 'end' ? `</${name}` : `<${name}`))
      if (!isWhole || ENDLESS.has(name)) continue
      const at = open.findLastIndex((one) => one.name === name)
      if (kind === 'start') open.push({ name, line, column })
      else if (at >= 0) open.splice(at, 1)
      else yield report(messages.htmlClosed.neverBegins(name))
    }
    for (const { name, line, column } of open) {
      yield { line, column, field: 'text', message: messages.htmlClosed.neverEnds(name) }
    }
    for (const { text: shown, placeAt } of text.shown) {
      for (const { index, 0: tag } of shown.matchAll(BROKEN)) {
        const message =
          tag === '<!--' ? messages.htmlClosed.noteInParagraph : messages.htmlClosed.noBracket(tag)
        yield { ...placeAt(index), field: 'text', message }
      }
    }
  },
}
