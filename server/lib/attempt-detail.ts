import { is, number, optional, string, type, type Infer } from 'superstruct'

/** What a row says besides its error; nothing that a stranger chose. */
const attemptDetail = type({
  /** Seconds to wait. */
  wait: optional(number()),
  /** Wrong passwords or codes in a row. */
  inRow: optional(number()),
  /** Whose limit was reached. */
  limit: optional(string()),
  /** Name of a provider, or of its error. */
  provider: optional(string()),
  /** Method of a second step or of a message, or what was refused where an error has several meanings. */
  method: optional(string()),
  /** Assurance level that nothing of hers reaches. */
  level: optional(number()),
  /** What an organization demands. */
  rule: optional(string()),
  /** Code that a mail server or gateway answered, such as `550 5.1.1`. */
  reply: optional(string()),
  /** Seconds from asking for a message to its outcome. */
  after: optional(number()),
})

/** What a row says besides its error. */
export type AttemptDetail = Infer<typeof attemptDetail>

const MAX_BYTES = 200

/** Returns the JSON of a detail; texts of ours are short, and what is longer all the same is left out. */
export function detailText(detail: AttemptDetail): string {
  const text = JSON.stringify(detail)
  return Buffer.byteLength(text) > MAX_BYTES ? '{}' : text
}

/** Reads the detail of a row. */
export function readDetail(text: string): AttemptDetail {
  const detail: unknown = JSON.parse(text)
  return is(detail, attemptDetail) ? detail : {}
}
