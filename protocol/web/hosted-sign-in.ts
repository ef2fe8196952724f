import { assign, enums, object, optional, pattern, size, string } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { everyFamily, ownAccount } from '../families.ts'
import { nonEmptyText, seconds, ticket, anyText } from '../fields.ts'
import { user } from '../objects.ts'

/** SHA-256 of the verifier, base64url without padding (RFC 7636, 4.2). */
const challenge = pattern(string(), /^[\w-]{43}$/)

/** What only the host's server knows until it redeems the code (RFC 7636, 4.1). */
const verifier = pattern(string(), /^[\w.~-]{43,128}$/)

const address = size(string(), 1, 2048)
const sent = optional(size(string(), 0, 2048))

const wanted = {
  /** Exactly as registered for the application. */
  redirect_uri: address,
  /** Comes back as it is. */
  state: optional(size(string(), 0, 512)),
  code_challenge: challenge,
  code_challenge_method: enums(['S256']),
}

export const hostSignIn = endpoint({
  operation: 'host_sign_in',
  description:
    'Where the element on a page of another site sends a person: signs them in here, where cookies are kept, and goes to `redirect_uri` with `code`, `state` and `iss`. With `opener_origin`, a registered origin, it is a popup that hands the three to the page that opened it. Whatever is wrong with the request is told by a page, and nobody is sent anywhere.',
  methods: ['GET'],
  paths: ownAccount('host/sign_in'),
  payload: object({
    redirect_uri: sent,
    state: sent,
    code_challenge: sent,
    code_challenge_method: sent,
    /** Origin of the page that waits for a popup. */
    opener_origin: sent,
  }),
  session: 'optional',
  navigation: true,
  reply: object({}),
})

export const hostCode = endpoint({
  operation: 'host_code',
  description:
    'Gives the page of a person who is signed in here a code for the server of that page: good once, for 60 seconds, for this application, this `redirect_uri` and who knows the verifier of `code_challenge`. `redirect_url` is the address with `code`, `state` and `iss`.',
  paths: ownAccount('host/code'),
  payload: object(wanted),
  defaults: { code_challenge_method: 'S256' },
  session: 'required',
  reply: object({
    code: ticket,
    state: anyText,
    iss: nonEmptyText,
    redirect_url: nonEmptyText,
    expire_time: seconds,
  }),
  errors: ['redirect_mismatch'],
})

export const redeemHostCode = endpoint({
  operation: 'host_redeem',
  description:
    'Answers the server of a page who signed in there, for a code of `host_code` or `host_sign_in` and the verifier of its challenge. The first attempt uses the code up, also a wrong one. `sec_user_id` is the id to know the person by; `iss` says which server answers.',
  paths: everyFamily('host/redeem'),
  payload: object({ auth_code: ticket, code_verifier: verifier, redirect_uri: address }),
  reply: assign(user, object({ iss: nonEmptyText })),
  errors: [
    'host_code_invalid',
    'account_banned',
    'account_limited',
    'account_cancelling',
    'frozen',
  ],
})
