import type { messages } from './en/messages.ts'

/** Messages in replies of the server; the English ones give the shape. */
export type Messages = typeof messages
