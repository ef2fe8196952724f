import type { MdastNode } from 'satteri'
import type { Site } from './site.ts'
import type { SourceText } from './source-text.ts'

/** A place in a file; both count from 1. */
export interface Place {
  line: number
  column: number
}

/** What a rule says about one place of a text. */
export interface Finding extends Place {
  /** The field of the front matter, or the part of the text that it is about. */
  field: string
  message: string
}

/** One thing to mend in a file below the project. */
export interface FileFinding extends Finding {
  file: string
}

/** Looks for one kind of mistake. */
export interface Rule {
  name: string
  check(text: SourceText, site: Site): Iterable<Finding>
}

/** Where a node begins. */
export function placeOf({ position }: MdastNode): Place {
  return { line: position?.start.line ?? 1, column: position?.start.column ?? 1 }
}

/** The line and column of an offset into a text. */
export function placeAt(text: string, offset: number): Place {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

/** A finding about a field of the front matter; where it is missing, at the first line. */
export function atField({ frontMatter }: SourceText, field: string, message: string): Finding {
  return { ...(frontMatter?.placeOf([field]) ?? { line: 1, column: 1 }), field, message }
}
