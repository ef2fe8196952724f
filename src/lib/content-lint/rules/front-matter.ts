import { describeIssue } from '../describe-issue.ts'
import { messages } from '../messages.ts'
import type { Rule } from '../rule.ts'
import { changeSchema, legalSchema, postSchema } from '../../content/schemas.ts'
import { isRecord } from '../source-text.ts'

const schemas = { blog: postSchema, changelog: changeSchema, legal: legalSchema }

/** Front matter is valid YAML and matches the schema of its folder. */
export const validFrontMatter: Rule = {
  name: 'front-matter',
  *check({ frontMatter, folder }) {
    if (frontMatter === undefined) return
    yield* frontMatter.findings
    if (frontMatter.isBroken) return
    if (!isRecord(frontMatter.values)) {
      yield { line: 2, column: 1, field: 'front matter', message: messages.frontMatter.noFields }
      return
    }
    // Only the first finding of a field is reported; others follow from it.
    const reported = new Set(frontMatter.findings.map(({ field }) => field))
    const schema = schemas[folder]
    for (const issue of schema.safeParse(frontMatter.values).error?.issues ?? []) {
      for (const { path, message } of describeIssue(issue, schema)) {
        const field = path.map(String).join('.')
        if (!reported.has(field)) yield { ...frontMatter.placeOf(path), field, message }
        reported.add(field)
      }
    }
  },
}
