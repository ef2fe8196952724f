import { array, assign, enums, object, optional, size, string } from 'superstruct'
import { endpoint, SLOW_REQUEST_TIMEOUT_MS } from '../endpoint.ts'
import { codeRequest, exchangeCode } from '../exchange-codes.ts'
import { everyFamily, ownAccount } from '../families.ts'
import {
  anyText,
  displayName,
  next,
  nonEmptyText,
  recoveryCode,
  seconds,
  ticket,
} from '../fields.ts'
import { methodInfo, user } from '../objects.ts'
import {
  assertedCredential,
  createdCredential,
  creationOptions,
  passkeySignal,
  requestOptions,
} from '../passkeys.ts'
import { accountStateErrors, signInErrors } from '../sign-in-errors.ts'

const reference = optional(size(string(), 1, 512))

const references = {
  sms_code_key: reference,
  verify_ticket: reference,
  encrypt_uid: reference,
}

const proofErrors = ['passkey_refused', 'passkey_unknown', 'passkeys_unavailable'] as const

export const passkeyOptions = endpoint({
  operation: 'passkey_options',
  description:
    'Returns what the page passes to `navigator.credentials.get()`, with a challenge that works once, in this browser, on this page and for this purpose. It stores nothing. `login` signs in by `passkey_login` or `passkey_host_code`, and names no passkeys; `verify` with the references of a two-step verification, and `step_up` with a session, are for `passkey_verify`, and name those of the account. A passkey made before the server changed its RP ID answers only to `rp_id`, one of `former_rp_ids`.',
  paths: everyFamily('passkey/options'),
  payload: object({
    purpose: enums(['login', 'verify', 'step_up']),
    rp_id: optional(size(string(), 1, 253)),
    ...references,
  }),
  session: 'optional',
  // Pages ask in the background, while a sign-in beside it may change the token.
  isSafe: true,
  reply: object({
    options: requestOptions,
    /** RP IDs of older passkeys; mostly empty. */
    former_rp_ids: array(nonEmptyText),
    expire_time: seconds,
  }),
  errors: ['passkeys_unavailable', 'ticket_expired', 'session_expired'],
})

export const passkeyLogin = endpoint({
  operation: 'passkey_login',
  description:
    'Signs in with the passkey that answered `passkey_options` of purpose `login`. It never asks for a second proof. `passkey_unknown` means that no account has this passkey: the page may tell the authenticator so.',
  paths: everyFamily('passkey/login'),
  payload: object({ credential: assertedCredential, next }),
  reply: assign(user, object({ signals: array(passkeySignal) })),
  errors: [...proofErrors, ...signInErrors, 'policy_refused', 'captcha_slide'],
})

export const passkeyHostCode = endpoint({
  operation: 'passkey_host_code',
  description:
    'Like `passkey_login` for a page in `PASSKEY_RELATED_ORIGINS`: returns an exchange code for its server, as `host_code` does, and opens no session.',
  paths: everyFamily('passkey/host_code'),
  payload: object({ credential: assertedCredential, ...codeRequest }),
  defaults: { code_challenge_method: 'S256' },
  reply: assign(exchangeCode, object({ signals: array(passkeySignal) })),
  errors: [...proofErrors, ...signInErrors, 'redirect_mismatch', 'captcha_slide'],
})

export const verifyPasskey = endpoint({
  operation: 'passkey_verify',
  description:
    'Checks a passkey of the account for a two-step verification or the session, and returns a ticket for the next step.',
  paths: everyFamily('passkey/verify'),
  payload: object({ credential: assertedCredential, ...references }),
  session: 'optional',
  reply: object({
    ticket: anyText,
    expire_time: seconds,
    /** Set if the call that required two-step verification must be sent again. */
    verify_ticket: optional(anyText),
  }),
  errors: [...proofErrors, 'session_expired', 'ticket_expired', 'account_limited'],
})

export const passkeyCreateOptions = endpoint({
  operation: 'passkey_create_options',
  description:
    'Begins to add a passkey, within ten minutes of signing in, with a step-up ticket, or after two-step verification: returns what the page passes to `navigator.credentials.create()`. `passkey_create` finishes it.',
  paths: ownAccount('passkey/create_options'),
  payload: object({ ticket: optional(ticket) }),
  session: 'required',
  reply: object({ options: creationOptions, add_ticket: ticket, expire_time: seconds }),
  errors: ['passkeys_unavailable', 'method_limit', 'ticket_expired', 'second_verify'],
})

export const createPasskey = endpoint({
  operation: 'passkey_create',
  description:
    'Adds the passkey that answered `passkey_create_options`, in the same session. Without a name it gets that of its provider or of the device. An account without recovery codes gets its first ones, which are shown this once. Sent again with the same passkey, it gives the same reply, with other codes in place of those while none was used.',
  paths: ownAccount('passkey/create'),
  payload: object({
    credential: createdCredential,
    add_ticket: ticket,
    name: optional(displayName),
  }),
  sensitive: ['name'],
  session: 'required',
  reply: assign(
    methodInfo,
    object({ signals: array(passkeySignal), recovery_codes: optional(array(recoveryCode)) }),
  ),
  errors: [
    'passkey_refused',
    'passkey_exists',
    'passkeys_unavailable',
    'method_limit',
    'ticket_expired',
    'too_often',
    ...accountStateErrors,
  ],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const confirmPasskey = endpoint({
  operation: 'passkey_confirm',
  description:
    'Says that a passkey of which there seemed to be a copy (`is_suspect`) belongs to the owner alone, so that it works again; within ten minutes of signing in, with a step-up ticket, or after two-step verification.',
  paths: ownAccount('passkey/confirm'),
  payload: object({ id: size(string(), 1, 64), ticket: optional(ticket) }),
  session: 'required',
  reply: methodInfo,
  errors: ['method_not_found', 'ticket_expired', 'second_verify', ...accountStateErrors],
})
