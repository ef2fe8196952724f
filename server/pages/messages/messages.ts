import type { messages } from './en/messages.ts'

/** Messages of the account server's pages; the English ones give the shape. */
export type Messages = typeof messages
