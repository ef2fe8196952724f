import { object, optional } from 'superstruct'
import { endpoint, SLOW_REQUEST_TIMEOUT_MS } from '../endpoint.ts'
import { everyFamily, ownAccount } from '../families.ts'
import { code, email, flag, mobile, next, password, ticket } from '../fields.ts'
import { nothing, user } from '../objects.ts'
import { signInErrors } from '../sign-in-errors.ts'

export const resetByMobile = endpoint({
  operation: 'reset_by_mobile',
  description:
    'Sets a new password with a code of type 4. All sessions of the account end, and this client is signed in.',
  paths: everyFamily('password/reset_by_mobile'),
  payload: object({ mobile, code, password, next }),
  sensitive: ['mobile', 'code', 'password'],
  reply: user,
  errors: ['code_expired', 'code_superseded', 'password_policy', 'captcha_slide', ...signInErrors],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const resetByEmail = endpoint({
  operation: 'reset_by_email',
  description:
    'Sets a new password with a code of type 6. All sessions of the account end, and this client is signed in.',
  paths: everyFamily('password/reset_by_email', 'email/password/reset'),
  payload: object({ email, code, password, next }),
  sensitive: ['email', 'code', 'password'],
  reply: user,
  errors: ['code_expired', 'code_superseded', 'password_policy', 'captcha_slide', ...signInErrors],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const resetAny = endpoint({
  operation: 'password_reset',
  description:
    'Sets a new password at the path of enterprise clients: with a code to a mobile number or an e-mail address, or with a ticket. All sessions of the account end, and this client is signed in.',
  paths: { aff: ['password/reset'] },
  payload: object({
    mobile: optional(mobile),
    email: optional(email),
    ticket: optional(ticket),
    code: optional(code),
    password,
    next,
  }),
  sensitive: ['mobile', 'email', 'code', 'password'],
  oneOf: ['mobile', 'email', 'ticket'],
  reply: user,
  errors: [
    'code_missing',
    'code_expired',
    'code_superseded',
    'ticket_expired',
    'password_policy',
    'captcha_slide',
    ...signInErrors,
  ],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const changePassword = endpoint({
  operation: 'password_change',
  description:
    'Replaces the password of the account that is signed in. Its other sessions end. An account that demands a level asks for it, unless the sign-in was recent and reached it.',
  paths: ownAccount('password/change', 'password/update'),
  payload: object({ current_password: password, password }),
  sensitive: ['current_password', 'password'],
  session: 'required',
  reply: nothing,
  errors: [
    'password_error',
    'password_policy',
    'password_locked',
    'second_verify',
    'ticket_expired',
  ],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const resetByTicket = endpoint({
  operation: 'reset_by_ticket',
  description:
    'Sets a new password with a ticket that `validate_code` issued to this browser for a code of type 4 or 6. All sessions of the account end, and this client is signed in.',
  paths: everyFamily('password/reset_by_ticket'),
  payload: object({ ticket, password, next }),
  sensitive: ['password'],
  reply: user,
  errors: ['ticket_expired', 'password_policy', ...signInErrors],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const setPassword = endpoint({
  operation: 'password_set',
  description:
    'Sets a password for an account without one: within ten minutes of signing in, with a step-up ticket, or after two-step verification.',
  paths: ownAccount('password/set'),
  payload: object({ password, ticket: optional(ticket) }),
  sensitive: ['password'],
  session: 'required',
  reply: nothing,
  errors: ['password_already_set', 'password_policy', 'ticket_expired', 'second_verify'],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const hasPassword = endpoint({
  operation: 'password_has_set',
  description: 'Returns whether the account that is signed in has a password.',
  methods: ['GET', 'POST'],
  paths: ownAccount('password/has_set'),
  payload: object({}),
  session: 'required',
  reply: object({ has_set: flag }),
})
