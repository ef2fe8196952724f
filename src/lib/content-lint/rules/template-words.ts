import { templateLines, templateSentences } from '../../content/templates.ts'
import { messages } from '../messages.ts'
import type { Rule } from '../rule.ts'

/** Only drafts contain text of the template. */
export const templateWords: Rule = {
  name: 'template-words',
  *check({ source, values, frontMatter }) {
    if (values['draft'] === true) return
    const message = messages.templateWords
    for (const field of ['description', 'summary']) {
      if (!templateSentences.has(String(values[field]))) continue
      yield { ...(frontMatter?.placeOf([field]) ?? { line: 1, column: 1 }), field, message }
    }
    for (const [index, line] of source.split(/\r?\n/).entries()) {
      if (templateLines.has(line)) yield { line: index + 1, column: 1, field: 'text', message }
    }
  },
}
