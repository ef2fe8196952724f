import type { Config } from '../config/config.ts'
import type { Recipient } from '../store/recipient.ts'
import type { Passwords } from './passwords.ts'

/** @throws password_policy, also for a password built from the address or the person's name */
export function requireStrongPassword(
  { config, passwords }: { config: Config; passwords: Passwords },
  recipient: Recipient | undefined,
  { password, name }: { password?: string | undefined; name?: string | undefined },
): void {
  if (password === undefined) return
  const address = recipient?.address ?? ''
  const mailbox = recipient?.channel === 'email' ? (address.split('@')[0] ?? '') : ''
  const words = [config.PRODUCT_NAME, mailbox, name ?? '', address].filter((word) => word !== '')
  passwords.requireStrong(password, words)
}
