import type { MdastNode } from 'satteri'

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

/** Returns the start of a node. */
export function placeOf({ position }: MdastNode): Place {
  return { line: position?.start.line ?? 1, column: position?.start.column ?? 1 }
}

/** Returns line and column of an offset. */
export function placeAt(text: string, offset: number): Place {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
