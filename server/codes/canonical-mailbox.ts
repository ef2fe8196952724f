import type { Recipient } from '../store/recipient.ts'

const GOOGLE_DOMAINS = new Set(['gmail.com', 'googlemail.com'])

/**
 * Returns the mailbox that limits count for an address: without `+tag`, and at Gmail without dots.
 * Codes are sent to the address as it was typed.
 */
export function canonicalMailbox({ channel, address }: Recipient): Recipient {
  if (channel !== 'email') return { channel, address }
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const untagged = address.slice(0, at).replace(/(?<=.)\+.*$/, '')
  return GOOGLE_DOMAINS.has(domain)
    ? { channel, address: `${untagged.replaceAll('.', '')}@gmail.com` }
    : { channel, address: `${untagged}@${domain}` }
}
