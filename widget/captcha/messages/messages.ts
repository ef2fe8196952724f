import type { box } from './en/box.ts'
import type { challenge } from './en/challenge.ts'

/** What every language says in a challenge; the English messages give the shape. */
export type Messages = typeof challenge

/** What every language says in the box of a form. */
export type BoxMessages = typeof box
