import { create, type Struct } from 'superstruct'
import type { Secrets } from '../config/secrets.ts'
import { decryptText, encryptText } from '../lib/encrypt-text.ts'
import { fieldProblem } from './problem-error.ts'

/** Places in lists as texts that nobody else can read or make. */
export interface Cursors {
  /** `list` names the list with all that it is restricted to, and its token. */
  write(list: string, place: unknown): string
  /** @throws ProblemError for a text of another list, or none of ours */
  read<Place>(list: string, cursor: string, struct: Struct<Place>): Place
}

/** Cursors under the lasting key. */
export function createCursors({ lasting }: Secrets): Cursors {
  const key = lasting('admin cursor')
  return {
    write: (list, place) => encryptText(key, JSON.stringify(place), list),
    read: (list, cursor, struct) => {
      const text = decryptText(key, cursor, list)
      if (text === undefined) throw fieldProblem('cursor', 'format')
      return create(JSON.parse(text), struct)
    },
  }
}
