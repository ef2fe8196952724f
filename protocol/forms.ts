import { enums, object, optional, size, string, type Infer, type Struct } from 'superstruct'
import type { ErrorName } from './errors.ts'
import { aid } from './fields.ts'

// A table of rows has no common payload, hence the `any`.
// oxlint-disable typescript/no-explicit-any

/**
 * A row for browsers without JavaScript, which post a plain form. Its fields cannot be sealed, and
 * Origin and Sec-Fetch-Site stand in for the CSRF header. The answer is a redirect, or a page with
 * the problem and all that was typed but passwords.
 */
export interface FormEndpoint<Payload extends object = any> {
  readonly operation: string
  readonly description: string
  readonly path: string
  readonly payload: Struct<Payload, any>
  readonly sensitive: readonly (keyof Payload & string)[]
  readonly errors: readonly ErrorName[]
}

function form<Payload extends object>(
  endpoint: Omit<FormEndpoint<Payload>, 'payload'> & { payload: Struct<Payload, any> },
): FormEndpoint<Payload> {
  return endpoint
}

/** What a form handler receives. */
export type FormPayload<E extends FormEndpoint> = Infer<E['payload']>

const typed = optional(size(string(), 0, 1024))
const shared = {
  aid: optional(aid),
  language: optional(size(string(), 0, 16)),
  next: optional(size(string(), 0, 2048)),
}

/** Fields of a form that first mails a code and then takes it together with a password. */
const twoSteps = {
  ...shared,
  step: optional(enums(['send', 'finish'])),
  email: typed,
  code: typed,
  password: typed,
}

export const loginForm = form({
  operation: 'form_login',
  description:
    'Signs in by password without JavaScript, then goes to `next` or the account page. A browser that is new has to bring a code first. To whom closes their account it offers to keep it.',
  path: '/form/login',
  payload: object({
    ...shared,
    account: typed,
    password: typed,
    /** Of the second step, for a browser that is new: stands for the right password. */
    ticket: typed,
    code: typed,
    /** Ticket of an account that is being closed and shall be kept. */
    keep: typed,
  }),
  sensitive: ['account', 'password', 'code'],
  errors: [
    'bad_app',
    'csrf_error',
    'too_often',
    'password_error',
    'password_locked',
    'account_banned',
    'account_limited',
    'account_cancelling',
    'frozen',
    'code_missing',
    'code_error',
    'code_expired',
    'ticket_expired',
  ],
})

export const signUpForm = form({
  operation: 'form_sign_up',
  description:
    'Signs up by e-mail without JavaScript: the first post mails a code, the second, with code and password, makes the account.',
  path: '/form/sign-up',
  payload: object({ ...twoSteps, name: typed }),
  sensitive: ['email', 'code', 'password', 'name'],
  errors: [
    'bad_app',
    'csrf_error',
    'too_often',
    'email_error',
    'code_frequency',
    'code_missing',
    'code_error',
    'code_expired',
    'password_policy',
    'has_registered',
    'registration_closed',
    'text_refused',
  ],
})

export const resetPasswordForm = form({
  operation: 'form_reset_password',
  description:
    'Resets a password by e-mail without JavaScript, in the same two steps as signing up.',
  path: '/form/reset-password',
  payload: object(twoSteps),
  sensitive: ['email', 'code', 'password'],
  errors: [
    'bad_app',
    'csrf_error',
    'too_often',
    'email_error',
    'code_frequency',
    'code_missing',
    'code_error',
    'code_expired',
    'password_policy',
  ],
})

export const logoutForm = form({
  operation: 'form_logout',
  description: 'Ends the session without JavaScript and goes to `next` or the sign-out page.',
  path: '/form/logout',
  payload: object({ ...shared }),
  sensitive: [],
  errors: ['bad_app', 'csrf_error'],
})

export const qrForm = form({
  operation: 'form_qr',
  description:
    'The page a phone shows for a QR code, which is also what `scan_qrcode` answers to a browser that goes there: who asks, and the two buttons that confirm or refuse.',
  path: '/form/qr',
  payload: object({
    ...shared,
    token: typed,
    action: optional(enums(['scan', 'confirm', 'refuse', 'send'])),
    number: optional(size(string(), 0, 8)),
    code: typed,
  }),
  sensitive: ['token', 'code'],
  errors: [
    'bad_app',
    'csrf_error',
    'too_often',
    'session_expired',
    'qr_unknown',
    'qr_expired',
    'qr_used',
    'qr_not_yours',
    'code_missing',
    'code_error',
    'code_expired',
    'code_frequency',
  ],
})
