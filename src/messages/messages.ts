import type { messages } from './en/messages.ts'

/** All messages of the site outside of Markdown, by area; the English ones give the shape. */
export type Messages = typeof messages
