import { enums, object, optional, size, string } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { anyText, wholeNumber } from '../fields.ts'

// Tokens in the older shape of the passport protocol, over the same consent as `/oauth/token`.

const input = size(string(), 1, 2048)

const client = {
  client_key: input,
  client_secret: optional(input),
}

const tokens = object({
  access_token: anyText,
  /** Seconds. */
  expires_in: wholeNumber,
  /** The person's id for this client, the `sub` of OpenID Connect. */
  open_id: anyText,
  /** Empty unless the person allowed `offline_access`. */
  refresh_token: anyText,
  refresh_expires_in: wholeNumber,
  /** With commas between. */
  scope: anyText,
  /** The person's id for all clients of one developer; empty where a client names none. */
  union_id: anyText,
})

const errors = ['client_unknown', 'client_secret_error', 'open_request_invalid'] as const

export const exchangeOpenCode = endpoint({
  operation: 'open_access_token',
  description:
    'Returns the tokens for a code, as `/oauth/token` does, in an envelope. `redirect_uri` may be left out; by GET only for clients that an operator allows it.',
  methods: ['POST', 'GET'],
  paths: { root: ['oauth/access_token'] },
  aid: 'site',
  payload: object({
    ...client,
    grant_type: optional(enums(['authorization_code'])),
    code: input,
    code_verifier: optional(input),
    redirect_uri: optional(input),
  }),
  reply: tokens,
  errors: [...errors, 'oauth_code_invalid'],
})

export const refreshOpenToken = endpoint({
  operation: 'open_refresh_token',
  description:
    'Returns new tokens for a refresh token, which is replaced, in an envelope. A client with a secret sends it.',
  paths: { root: ['oauth/refresh_token'] },
  aid: 'site',
  payload: object({
    ...client,
    grant_type: optional(enums(['refresh_token'])),
    refresh_token: input,
  }),
  reply: tokens,
  errors: [...errors, 'refresh_token_expired'],
})

export const openUserInfo = endpoint({
  operation: 'open_userinfo',
  description:
    'Returns what an access token gives of a person, in an envelope; what it does not give is empty. `/oauth/userinfo` with `open_id` answers alike. With the token in the address only for clients that an operator allows it.',
  methods: ['POST', 'GET'],
  paths: { root: ['passport/open/userinfo'] },
  aid: 'site',
  payload: object({ access_token: input, open_id: input }),
  reply: object({
    open_id: anyText,
    union_id: anyText,
    nickname: anyText,
    avatar: anyText,
    /** 0, because no client is given it; the same holds for the fields below. */
    gender: wholeNumber,
    city: anyText,
    province: anyText,
    country: anyText,
    description: anyText,
  }),
  errors: ['client_unknown', 'oauth_token_invalid', 'open_request_invalid'],
})
