import type { MdastNode } from 'satteri'
import type { Site } from './site.ts'
import type { SourceText } from './source-text.ts'

/** A position in a file; both count from 1. */
export interface Place {
  line: number
  column: number
}

/** A finding of a rule in a text. */
export interface Finding extends Place {
  /** Front-matter field, or part of the text. */
  field: string
  message: string
}

/** A finding with the file that it is in. */
export interface FileFinding extends Finding {
  file: string
}

/** A lint rule. */
export interface Rule {
  name: string
  check(text: SourceText, site: Site): Iterable<Finding>
}

/** Returns the start of a node. */
export function placeOf({ position }: MdastNode): Place {
  return { line: position?.start.line ?? 1, column: position?.start.column ?? 1 }
}

/** Returns line and column of an offset. */
export function placeAt(text: string, offset: number): Place {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

/** Creates a finding about a front-matter field; a missing one is reported at line 1. */
export function atField({ frontMatter }: SourceText, field: string, message: string): Finding {
  return { ...(frontMatter?.placeOf([field]) ?? { line: 1, column: 1 }), field, message }
}
