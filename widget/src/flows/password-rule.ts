import type { Messages } from '../messages/en.ts'

const MIN_CHARACTERS = 8
const MAX_CHARACTERS = 128

/** What is wrong with the length of a new password; the server knows the common ones. */
export function checkNewPassword(password: string, messages: Messages): string | undefined {
  const length = Array.from(password.normalize('NFKC')).length
  if (length === 0) return messages.needPassword
  if (length < MIN_CHARACTERS) return messages.passwordShort
  if (length > MAX_CHARACTERS) return messages.passwordLong
  return undefined
}
