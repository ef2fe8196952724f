import { array, object, optional, size, string } from 'superstruct'
import { endpoint, SLOW_REQUEST_TIMEOUT_MS } from '../endpoint.ts'
import { everyFamily, ownAccount } from '../families.ts'
import {
  anyText,
  code,
  count,
  displayName,
  nonEmptyText,
  recoveryCode,
  requiredLevel,
  seconds,
  ticket,
} from '../fields.ts'
import { methodInfo, nothing, rememberedBrowser } from '../objects.ts'
import { passkeySignal } from '../passkeys.ts'
import { safety } from '../safety.ts'

const reference = optional(size(string(), 1, 512))
const methodList = object({
  methods: array(methodInfo),
  codes_left: count,
  signals: array(passkeySignal),
  /** Assurance level that sign-ins must reach. */
  required_level: requiredLevel,
  /** Absent in replies of older servers. */
  safety: optional(safety),
})

const refusals = ['account_banned', 'account_limited', 'frozen'] as const

const methodId = size(string(), 1, 64)

export const listMethods = endpoint({
  operation: 'method_list',
  description:
    'Lists the passkeys and authenticator apps of the account that is signed in, the oldest of each first, and counts the unused recovery codes. `signals` are for the Signal API of the browser; `safety` says how safe the account is, and names at most three steps that its owner should take, the most urgent first. Codes by mail and text, the password and linked accounts are in `account_info`.',
  methods: ['GET', 'POST'],
  paths: ownAccount('method/list'),
  payload: object({}),
  session: 'required',
  reply: methodList,
})

export const setRequiredLevel = endpoint({
  operation: 'method_required_level',
  description:
    'Sets the assurance level that every sign-in to the account must reach, within ten minutes of signing in, with a step-up ticket, or after two-step verification. Level 2 takes an authenticator app or a recovery code at each sign-in, so the account must have one such device and something that replaces it. The account then demands this level of step-ups, too.',
  paths: ownAccount('method/required_level'),
  payload: object({ level: requiredLevel, ticket: optional(ticket) }),
  session: 'required',
  reply: methodList,
  errors: ['level_unreachable', 'ticket_expired', 'second_verify', ...refusals],
})

export const renameMethod = endpoint({
  operation: 'method_rename',
  description: 'Renames a passkey or an authenticator app of the account that is signed in.',
  paths: ownAccount('method/rename'),
  payload: object({ id: methodId, name: displayName }),
  sensitive: ['name'],
  session: 'required',
  reply: methodInfo,
  errors: ['method_not_found'],
})

export const removeMethod = endpoint({
  operation: 'method_remove',
  description:
    'Removes a passkey or an authenticator app, and with the last app the recovery codes, within ten minutes of signing in, with a step-up ticket, or after two-step verification. The last method that reaches the level which the account demands stays.',
  paths: ownAccount('method/remove'),
  payload: object({ id: methodId, ticket: optional(ticket) }),
  session: 'required',
  reply: object({ signals: array(passkeySignal) }),
  errors: ['method_not_found', 'ticket_expired', 'second_verify', 'last_binding', ...refusals],
})

export const rememberedList = endpoint({
  operation: 'remembered_list',
  description:
    'Lists the browsers that are not asked for a second proof at sign-in, the newest first. They add no assurance level, and end with a new password, a method that is added or removed, and all access.',
  methods: ['GET', 'POST'],
  paths: ownAccount('remembered/list'),
  payload: object({}),
  session: 'required',
  reply: object({ list: array(rememberedBrowser) }),
})

export const rememberedForget = endpoint({
  operation: 'remembered_forget',
  description: 'Forgets a remembered browser, or with `id=all` each of them.',
  paths: ownAccount('remembered/forget'),
  payload: object({ id: methodId }),
  session: 'required',
  reply: nothing,
  errors: ['method_not_found'],
})

export const beginTotp = endpoint({
  operation: 'totp_begin',
  description:
    'Begins to add an authenticator app, within ten minutes of signing in, with a step-up ticket, or after two-step verification: makes a secret, which is shown this once, as text, as `otpauth:` address and as QR code (PNG in base64). `totp_add` finishes it with the first code of the app.',
  paths: ownAccount('totp/begin'),
  payload: object({ ticket: optional(ticket) }),
  session: 'required',
  reply: object({
    secret: nonEmptyText,
    uri: nonEmptyText,
    qrcode: nonEmptyText,
    add_ticket: ticket,
    expire_time: seconds,
  }),
  errors: ['method_limit', 'ticket_expired', 'second_verify'],
})

export const addTotp = endpoint({
  operation: 'totp_add',
  description:
    'Adds the authenticator app of `totp_begin` by its first code, in the same session. That code signs nobody in. An account without recovery codes gets some, which are shown this once, and so does whoever signed in by one; the same call again within ten minutes, after a lost reply, brings others in their place while none was used. The first app makes the account demand level 2, unless `required_level` is 1.',
  paths: ownAccount('totp/add'),
  payload: object({
    code,
    name: displayName,
    add_ticket: ticket,
    required_level: optional(requiredLevel),
  }),
  sensitive: ['code', 'name'],
  session: 'required',
  reply: object({ ...methodInfo.schema, recovery_codes: optional(array(recoveryCode)) }),
  errors: ['code_error', 'method_limit', 'ticket_expired', 'too_often', ...refusals],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

const proofReply = {
  ticket: anyText,
  expire_time: seconds,
  /** Set if the call that required two-step verification must be sent again. */
  verify_ticket: optional(anyText),
}

export const verifyTotp = endpoint({
  operation: 'totp_verify',
  description:
    'Checks the code of an authenticator app for a two-step verification or the session, and returns a ticket for the next step. Each code works once.',
  paths: everyFamily('totp/verify'),
  payload: object({
    code,
    sms_code_key: reference,
    verify_ticket: reference,
    encrypt_uid: reference,
  }),
  sensitive: ['code'],
  session: 'optional',
  reply: object(proofReply),
  errors: ['code_error', 'code_used', 'code_locked', 'session_expired', 'ticket_expired'],
})

export const makeRecoveryCodes = endpoint({
  operation: 'recovery_codes',
  description:
    'Makes ten recovery codes, which are shown this once, in place of those there were; within ten minutes of signing in, with a step-up ticket, or after two-step verification. Each stands in once for an authenticator app or a passkey of the account, which must have one.',
  paths: ownAccount('recovery/codes'),
  payload: object({ ticket: optional(ticket) }),
  session: 'required',
  reply: object({ codes: array(recoveryCode) }),
  errors: [
    'method_not_found',
    'ticket_expired',
    'second_verify',
    'too_often',
    'account_banned',
    'account_limited',
    'frozen',
  ],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const verifyRecoveryCode = endpoint({
  operation: 'recovery_code_verify',
  description:
    'Checks a recovery code, in place of an authenticator app or a passkey, for a two-step verification or the session, and returns a ticket for the next step and how many codes are left. Each code works once.',
  paths: everyFamily('recovery/code_verify'),
  payload: object({
    recovery_code: recoveryCode,
    sms_code_key: reference,
    verify_ticket: reference,
    encrypt_uid: reference,
  }),
  sensitive: ['recovery_code'],
  session: 'optional',
  reply: object({ ...proofReply, left: count }),
  errors: ['code_error', 'code_used', 'code_locked', 'session_expired', 'ticket_expired'],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})
