import type { box } from './en/box.ts'
import type { challenge } from './en/challenge.ts'

/** Messages of the dialog; the English ones give the type. */
export type Messages = typeof challenge

/** Messages of the standalone widget. */
export type BoxMessages = typeof box
