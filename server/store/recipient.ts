import type { Channel } from '#protocol/code-types.ts'

/** An e-mail address or mobile number, in the form that is stored and compared. */
export interface Recipient {
  readonly channel: Channel
  readonly address: string
}

/** Recipient of an invitation: an address, or a person at Lark by their open id. */
export type InvitedRecipient = Recipient | { readonly channel: 'lark'; readonly address: string }

/** An address or username that a person signs in with; `text` is its stored form. */
export type Login =
  | { kind: 'recipient'; recipient: Recipient; text: string }
  | { kind: 'username'; text: string }
