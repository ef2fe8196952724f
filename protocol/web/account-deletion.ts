import { array, enums, number, object, optional } from 'superstruct'
import { endpoint, SLOW_REQUEST_TIMEOUT_MS } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import {
  anyText,
  code,
  codeType,
  email,
  flag,
  mobile,
  next,
  password,
  seconds,
  ticket,
} from '../fields.ts'
import { user } from '../objects.ts'
import { signInErrors } from '../sign-in-errors.ts'
import { methodWireNames } from '../sign-in-methods.ts'

export const cancelVerifyWay = endpoint({
  operation: 'cancel_verify_way',
  description:
    'Lists the sign-in methods that can confirm the deletion of the account. An empty list means that a recent sign-in is enough.',
  methods: ['GET', 'POST'],
  paths: ownAccount('cancel/verify_way'),
  payload: object({}),
  session: 'required',
  reply: object({
    ways: array(
      object({
        verify_way: enums(methodWireNames),
        mobile: optional(anyText),
        email: optional(anyText),
      }),
    ),
  }),
})

export const cancelCheck = endpoint({
  operation: 'cancel_check',
  description:
    'Returns whether the account can be deleted, why not, and what would be lost. `value_ticket`, valid for ten minutes, proves that the list was requested.',
  methods: ['GET', 'POST'],
  paths: ownAccount('cancel/check'),
  payload: object({}),
  session: 'required',
  reply: object({
    can_cancel: flag,
    reasons: array(object({ code: anyText, text: anyText })),
    values: array(object({ name: anyText, count: number() })),
    value_ticket: anyText,
  }),
})

export const cancelVerify = endpoint({
  operation: 'cancel_verify',
  description:
    'Checks a code to an address of the account (type 22 or 11) or its password, and returns the two references that `cancel_confirm` needs besides `value_ticket`.',
  paths: ownAccount('cancel/verify'),
  payload: object({
    code: optional(code),
    type: codeType,
    password: optional(password),
    /** Step-up ticket, instead of code and password. */
    ticket: optional(ticket),
  }),
  defaults: { type: 22 },
  sensitive: ['code', 'password'],
  session: 'required',
  reply: object({ token: anyText, cancel_ticket: anyText }),
  errors: [
    'code_missing',
    'code_expired',
    'code_superseded',
    'binding_not_exist',
    'password_error',
    'password_locked',
    'ticket_expired',
    'second_verify',
  ],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const cancelConfirm = endpoint({
  operation: 'cancel_confirm',
  description:
    'Schedules the deletion of the account: every session ends, and after 15 days the account is erased. Until then signing in answers `account_cancelling` with a `revoke_ticket`. `abandon=1` accepts the losses that `cancel_check` listed.',
  paths: ownAccount('cancel/confirm'),
  payload: object({ value_ticket: ticket, token: ticket, cancel_ticket: ticket, abandon: flag }),
  defaults: { abandon: 0 },
  session: 'required',
  reply: object({ cancel_at: seconds }),
  errors: ['ticket_expired', 'cannot_cancel', 'recovery_waiting'],
})

export const cancelRevoke = endpoint({
  operation: 'cancel_revoke',
  description:
    'Cancels the deletion of an account and signs in, with the `revoke_ticket` of a sign-in that was rejected in this browser or a sign-in code to one of its addresses.',
  paths: ownAccount('cancel/revoke'),
  payload: object({
    revoke_ticket: optional(ticket),
    mobile: optional(mobile),
    email: optional(email),
    code: optional(code),
    next,
  }),
  sensitive: ['mobile', 'email', 'code'],
  oneOf: ['revoke_ticket', 'mobile', 'email'],
  reply: user,
  errors: [
    'not_cancelling',
    'ticket_expired',
    'code_missing',
    'code_expired',
    'code_superseded',
    ...signInErrors,
  ],
})
