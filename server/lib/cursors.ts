import { create, type Struct } from 'superstruct'
import type { Secrets } from '../config/secrets.ts'
import { decryptText, encryptText } from './encrypt-text.ts'

/** Places in lists as texts that nobody else can read or make. */
export type Cursors = ReturnType<typeof createCursors>

/** Cursors under the lasting key; `refuse` returns the error for a wrong one. */
export function createCursors({ lasting }: Secrets, purpose: string, refuse: () => Error) {
  const key = lasting(purpose)
  return {
    /** `list` names the list with all that it is restricted to, and who reads it. */
    write: (list: string, place: unknown) => encryptText(key, JSON.stringify(place), list),
    /** Returns undefined where no cursor was sent, for the first page. Throws for a text of another list, or none of ours. */
    read: <Place>(list: string, cursor: string | undefined, struct: Struct<Place>) => {
      if (cursor === undefined) return undefined
      const text = decryptText(key, cursor, list)
      if (text === undefined) throw refuse()
      return create(JSON.parse(text), struct)
    },
  }
}
