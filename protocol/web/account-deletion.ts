import { array, enums, number, object, optional } from 'superstruct'
import { endpoint, SLOW_REQUEST_TIMEOUT_MS } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import {
  code,
  email,
  flag,
  mobile,
  password,
  seconds,
  ticket,
  wholeNumber,
  anyText,
} from '../fields.ts'
import { nothing } from '../objects.ts'
import { methodWireNames } from '../sign-in-methods.ts'

export const cancelVerifyWay = endpoint({
  operation: 'cancel_verify_way',
  description:
    'Lists how the person signed in can show that it is them before the account is closed. An empty list means that a fresh sign-in is enough.',
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
    'Says whether the account can be closed, why not, and what would be lost. `value_ticket`, good for ten minutes, shows that the list was seen.',
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
    'Checks a code to an address of the account (type 22 or 11), or its password, and answers the two references that closing it needs besides `value_ticket`.',
  paths: ownAccount('cancel/verify'),
  payload: object({
    code: optional(code),
    type: wholeNumber,
    password: optional(password),
    /** In place of both: the ticket of a check that a third party or another step made. */
    ticket: optional(ticket),
  }),
  defaults: { type: 22 },
  sensitive: ['code', 'password'],
  session: 'required',
  reply: object({ token: anyText, cancel_ticket: anyText }),
  errors: [
    'code_missing',
    'code_expired',
    'binding_not_exist',
    'password_error',
    'password_locked',
    'ticket_expired',
  ],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const cancelConfirm = endpoint({
  operation: 'cancel_confirm',
  description:
    'Begins to close the account: every session ends, and after 15 days it is erased. Until then signing in answers `account_cancelling` with a `revoke_ticket`. `abandon=1` says that what the check listed may be lost.',
  paths: ownAccount('cancel/confirm'),
  payload: object({ value_ticket: ticket, token: ticket, cancel_ticket: ticket, abandon: flag }),
  defaults: { abandon: 0 },
  session: 'required',
  reply: object({ cancel_at: seconds }),
  errors: ['ticket_expired', 'cannot_cancel'],
})

export const cancelRevoke = endpoint({
  operation: 'cancel_revoke',
  description:
    'Keeps an account that is being closed: with the `revoke_ticket` of a refused sign-in, or with a sign-in code to one of its addresses.',
  paths: ownAccount('cancel/revoke'),
  payload: object({
    revoke_ticket: optional(ticket),
    mobile: optional(mobile),
    email: optional(email),
    code: optional(code),
  }),
  sensitive: ['mobile', 'email', 'code'],
  oneOf: ['revoke_ticket', 'mobile', 'email'],
  reply: nothing,
  errors: ['not_cancelling', 'ticket_expired', 'code_missing', 'code_expired'],
})
