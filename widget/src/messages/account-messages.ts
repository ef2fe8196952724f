import type { account } from './en/account/account.ts'

/** Messages of `<passport-account>` in one language; the English ones give the shape. */
export type AccountMessages = typeof account
