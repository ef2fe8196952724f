import { messages } from '../messages.ts'
import { atField, type Rule } from '../rule.ts'

/** Posts of a language have different titles. */
export const uniqueTitle: Rule = {
  name: 'unique-title',
  *check(text, site) {
    const { title } = text.values
    if (text.folder !== 'blog' || typeof title !== 'string' || title === '') return
    const first = site.firstTitled(text.lang, title)
    if (first === undefined || first.path === text.path) return
    yield atField(text, 'title', messages.uniqueTitle(first.file))
  },
}
