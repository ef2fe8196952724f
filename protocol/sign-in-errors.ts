import type { ErrorName } from './errors.ts'

/** Errors of every call that signs in with a proof of the account. */
export const signInErrors = [
  'account_banned',
  'account_limited',
  'account_cancelling',
  'frozen',
  'device_banned',
  'system_busy',
  'second_verify',
] as const satisfies readonly ErrorName[]
