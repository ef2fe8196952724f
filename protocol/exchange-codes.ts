import { enums, object, optional, pattern, size, string } from 'superstruct'
import { anyText, nonEmptyText, seconds, ticket } from './fields.ts'

/** PKCE code challenge: SHA-256 of the verifier as base64url (RFC 7636, 4.2). */
const challenge = pattern(string(), /^[\w-]{43}$/)

/** What every request for an exchange code names. */
export const codeRequest = {
  /** Exactly as registered for the application. */
  redirect_uri: size(string(), 1, 2048),
  /** Returned unchanged. */
  state: optional(size(string(), 1, 512)),
  code_challenge: challenge,
  code_challenge_method: enums(['S256']),
}

/** An exchange code with the address to go to. */
export const exchangeCode = object({
  code: ticket,
  state: anyText,
  iss: nonEmptyText,
  redirect_url: nonEmptyText,
  expire_time: seconds,
})
