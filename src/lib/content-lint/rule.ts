import type { Finding } from './finding.ts'
import type { Site } from './site.ts'
import type { SourceText } from './source-text.ts'

/** A lint rule. */
export interface Rule {
  name: string
  check(text: SourceText, site: Site): Iterable<Finding> | AsyncIterable<Finding>
}

/** Creates a finding about a front-matter field; a missing one is reported at line 1. */
export function atField({ frontMatter }: SourceText, field: string, message: string): Finding {
  return { ...(frontMatter?.placeOf([field]) ?? { line: 1, column: 1 }), field, message }
}
