import type { Channel } from '#protocol/code-types.ts'

/** An address that a person can be reached at, in the form it is stored and compared in. */
export interface Recipient {
  readonly channel: Channel
  readonly address: string
}

/** What a person signs in with; `text` is the same for every way of typing it. */
export type Login =
  | { kind: 'recipient'; recipient: Recipient; text: string }
  | { kind: 'username'; text: string }
