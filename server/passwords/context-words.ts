import type { Recipient } from '../accounts/recipients.ts'

/** Words a password must not be built from: the product, the mailbox, the person's name. */
export function contextWords(
  product: string,
  target: Recipient | undefined,
  name: string | undefined,
): string[] {
  const address = target?.address ?? ''
  const mailbox = target?.channel === 'email' ? (address.split('@')[0] ?? '') : ''
  return [product, mailbox, name ?? '', address].filter((word) => word !== '')
}
