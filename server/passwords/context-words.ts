import type { Recipient } from '../store/recipient.ts'

/** Words a password must not be built from: the product, the mailbox, the person's name. */
export function contextWords(
  product: string,
  recipient: Recipient | undefined,
  name: string | undefined,
): string[] {
  const address = recipient?.address ?? ''
  const mailbox = recipient?.channel === 'email' ? (address.split('@')[0] ?? '') : ''
  return [product, mailbox, name ?? '', address].filter((word) => word !== '')
}
