import type { Channel } from '#protocol/code-types.ts'

/** A recipient of a code. */
export interface Address {
  channel: Channel
  value: string
  /** The address as the person typed it, for example with spaces. */
  shown?: string | undefined
}

/** The field that an address travels in. */
export function addressFields({ channel, value }: Address): { email: string } | { mobile: string } {
  return channel === 'email' ? { email: value } : { mobile: value }
}
