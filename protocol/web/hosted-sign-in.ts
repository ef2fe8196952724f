import { array, assign, object, optional, pattern, size, string } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { codeRequest, exchangeCode } from '../exchange-codes.ts'
import { everyFamily, ownAccount } from '../families.ts'
import { nonEmptyText, seconds, ticket } from '../fields.ts'
import { user } from '../objects.ts'
import { accountStateErrors } from '../sign-in-errors.ts'

/** PKCE code verifier, a secret of the server that redeems the code (RFC 7636, 4.1). */
const verifier = pattern(string(), /^[\w.~-]{43,128}$/)

const address = size(string(), 1, 2048)
const anyInput = optional(size(string(), 1, 2048))

export const hostSignIn = endpoint({
  operation: 'host_sign_in',
  description:
    'Hosted sign-in page for embedding pages: signs a person in here and redirects to `redirect_uri` with `code`, `state` and `iss`. With `opener_origin`, a registered origin, it is a popup that posts the three to the page that opened it. With `prompt=login`, somebody with a session is asked whether to continue with it. With `prompt=recent`, a session that was proved more than ten minutes ago is asked for a second proof first. A session below the assurance level that the application or `required_level` demands is asked for a second proof first. An invalid request is shown as an error page and never redirects.',
  methods: ['GET'],
  paths: ownAccount('host/sign_in'),
  payload: object({
    redirect_uri: anyInput,
    state: anyInput,
    code_challenge: anyInput,
    code_challenge_method: anyInput,
    /** `login` asks somebody with a session whether to continue with it, `recent` for a proof of the last ten minutes. */
    prompt: anyInput,
    /** Origin of the page that opened a popup. */
    opener_origin: anyInput,
  }),
  session: 'optional',
  navigation: true,
  reply: object({}),
})

export const hostCode = endpoint({
  operation: 'host_code',
  description:
    'Issues an exchange code for the server of an embedding page. It is valid once, for 60 seconds, for this application, this `redirect_uri` and the verifier of `code_challenge`. A session below the assurance level that the application or `required_level` demands answers `level_unreachable`: raise it by `session_raise`. `redirect_url` is the address with `code`, `state` and `iss`.',
  paths: ownAccount('host/code'),
  payload: object(codeRequest),
  defaults: { code_challenge_method: 'S256' },
  session: 'required',
  reply: exchangeCode,
  errors: ['redirect_mismatch', 'level_unreachable'],
})

export const redeemHostCode = endpoint({
  operation: 'host_redeem',
  description:
    'Returns to the server of an embedding page who signed in, for an exchange code and the verifier of its challenge. The first attempt uses the code, even a wrong one. `sec_user_id` identifies the person; `iss` names the answering server, `auth_time` says when the person last proved themself, `amr` how (RFC 8176), and `acr` how strongly: `phr` with a passkey, `urn:passport:2` with an authenticator app or a recovery code, otherwise `urn:passport:1`. With the setting `redeem_secret`, it has to send `Authorization: Bearer` with an application secret.',
  paths: everyFamily('host/redeem'),
  payload: object({ auth_code: ticket, code_verifier: verifier, redirect_uri: address }),
  reply: assign(
    user,
    object({ iss: nonEmptyText, auth_time: seconds, amr: array(nonEmptyText), acr: nonEmptyText }),
  ),
  errors: ['host_code_invalid', 'app_secret_invalid', ...accountStateErrors],
})
