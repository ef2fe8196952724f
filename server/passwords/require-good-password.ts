import type { Config } from '../config/config.ts'
import type { Recipient } from '../store/recipient.ts'
import { contextWords } from './context-words.ts'
import type { Passwords } from './passwords.ts'

/** @throws password_policy for a password that must not be used with this address or name */
export function requireGoodPassword(
  { config, passwords }: { config: Config; passwords: Passwords },
  recipient: Recipient | undefined,
  { password, name }: { password?: string | undefined; name?: string | undefined },
): void {
  if (password === undefined) return
  passwords.ensureGood(password, contextWords(config.PRODUCT_NAME, recipient, name))
}
