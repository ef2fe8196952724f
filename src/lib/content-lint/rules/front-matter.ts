import { describeIssue } from '../describe-issue.ts'
import { messages } from '../messages.ts'
import type { Rule } from '../rule.ts'
import { changeSchema, legalSchema, postSchema } from '../../content/schemas.ts'
import { isRecord } from '../source-text.ts'

const schemas = { blog: postSchema, changelog: changeSchema, legal: legalSchema }

/** The front matter is one that YAML and the schema of the folder take. */
export const frontMatter: Rule = {
  name: 'front-matter',
  *check({ head, folder }) {
    if (head === undefined) return
    yield* head.problems
    if (head.isBroken) return
    if (!isRecord(head.values)) {
      yield { line: 2, column: 1, field: 'front matter', message: messages.frontMatter.noFields }
      return
    }
    // What follows from the first problem of a field is gone with it.
    const told = new Set(head.problems.map(({ field }) => field))
    const schema = schemas[folder]
    for (const issue of schema.safeParse(head.values).error?.issues ?? []) {
      for (const { path, message } of describeIssue(issue, schema)) {
        const field = path.map(String).join('.')
        if (!told.has(field)) yield { ...head.placeOf(path), field, message }
        told.add(field)
      }
    }
  },
}
