import type { ErrorName } from './errors.ts'

/** What keeps a person out of an account that a proof belongs to. */
export const accountStateErrors = [
  'account_banned',
  'account_limited',
  'account_cancelling',
  'frozen',
  'level_unreachable',
] as const satisfies readonly ErrorName[]

/** Errors of every call that signs in with a proof of the account. */
export const signInErrors = [
  ...accountStateErrors,
  'device_banned',
  'system_busy',
  'second_verify',
] as const satisfies readonly ErrorName[]
