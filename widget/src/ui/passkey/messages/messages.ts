import type { passkey } from './en/passkey.ts'

/** Messages of asking for a passkey; the English ones give the shape. */
export type PasskeyMessages = typeof passkey
