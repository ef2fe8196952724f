import type { Target } from '../accounts/targets.ts'

/** Words a password must not be built from: the product, the mailbox, the person's name. */
export function contextWords(product: string, target: Target, name: string | undefined): string[] {
  const mailbox = target.channel === 'email' ? (target.address.split('@')[0] ?? '') : ''
  return [product, mailbox, name ?? '', target.address].filter((word) => word !== '')
}
