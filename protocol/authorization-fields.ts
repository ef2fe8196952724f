import { optional, size, string } from 'superstruct'
import { formInput as input } from './fields.ts'
import { resourceBoxes, scopeNames, type ScopeName } from './scopes.ts'

/** Parameters of an authorization request (RFC 6749 §4.1.1, RFC 7636, OpenID Connect Core §3.1.2.1). */
export const authorizationFields = {
  client_id: input,
  /** Older name of `client_id`. */
  client_key: input,
  redirect_uri: optional(size(string(), 1, 2048)),
  response_type: input,
  response_mode: input,
  scope: input,
  state: optional(size(string(), 1, 2048)),
  nonce: input,
  code_challenge: input,
  code_challenge_method: input,
  prompt: input,
  max_age: input,
  /** Assurance level that the client wishes; the first known value counts, and nobody is refused for it. */
  acr_values: input,
  /** Whom the client means (OpenID Connect Core §3.1.2.1): nobody else may answer. */
  id_token_hint: optional(size(string(), 1, 8192)),
  /** Other server that access is asked for (RFC 8707). */
  resource: optional(size(string(), 1, 2048)),
  /** Thumbprint of the key that tokens are bound to (RFC 9449 §10). */
  dpop_jkt: input,
  /** Signed requests are refused; `request_uri` also names a pushed one (RFC 9126). */
  request: optional(size(string(), 1, 65_536)),
  request_uri: optional(size(string(), 1, 65_536)),
}

/** Checkboxes of a consent, one for each scope; those of a resource are counted. */
export const allowFields = Object.fromEntries(
  [...scopeNames.map((name) => `allow_${name}` as const), ...resourceBoxes].map((name) => [
    name,
    input,
  ]),
) as Record<`allow_${ScopeName}` | (typeof resourceBoxes)[number], typeof input>
