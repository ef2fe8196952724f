import type { Messages } from '../../messages/messages.ts'

const MIN_CHARACTERS = 8
const MAX_CHARACTERS = 128

/** Returns an error message about the length of a new password; the server knows the common ones. */
export function checkNewPassword(password: string, common: Messages['common']): string | undefined {
  const length = Array.from(password.normalize('NFKC')).length
  if (length < MIN_CHARACTERS) return common.passwordShort
  if (length > MAX_CHARACTERS) return common.passwordLong
  return undefined
}
