import type { messages } from './en/messages.ts'

/** Texts of traces; the English ones give the shape. */
export type Messages = typeof messages
