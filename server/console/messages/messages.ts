import type { messages } from './en/messages.ts'

/** Messages of the console; the English ones give the shape. */
export type ConsoleMessages = typeof messages
