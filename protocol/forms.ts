import { enums, optional, size, string, type Infer, type Struct } from 'superstruct'
import { allowFields, authorizationFields } from './authorization-fields.ts'
import type { ErrorName } from './errors.ts'
import { aid, formInput as input, level, removableText } from './fields.ts'
import { joinFields, type Fields, type Joined } from './joined-fields.ts'
import { accountStateErrors } from './sign-in-errors.ts'

// Forms have no common payload type, so tables of them need `any`.
// oxlint-disable typescript/no-explicit-any

/**
 * Endpoint of a plain form for browsers without JavaScript. Its fields are not sealed, and Origin and
 * Sec-Fetch-Site replace the CSRF header; without both, `csrf_token` repeats the CSRF cookie. The reply is
 * a redirect or a page with field errors.
 */
export interface FormEndpoint<Payload extends object = any> {
  readonly operation: string
  readonly description: string
  readonly path: string
  readonly payload: Struct<Payload, any>
  readonly sensitive: readonly (keyof Payload & string)[]
  readonly errors: readonly ErrorName[]
}

/** Returns a form with the fields and errors that every form has. */
function form<Own extends Fields = {}>({
  fields,
  errors = [],
  sensitive = [],
  ...rest
}: Pick<FormEndpoint, 'operation' | 'description' | 'path'> & {
  fields?: Own
  errors?: readonly ErrorName[]
  sensitive?: readonly (keyof Joined<typeof commonFields, Own> & string)[]
}): FormEndpoint<Joined<typeof commonFields, Own>> {
  const payload = joinFields(commonFields, fields)
  return {
    ...rest,
    payload,
    sensitive,
    errors: ['bad_app', 'csrf_error', 'open_account_changed', ...errors],
  }
}

/** Payload of a form. */
export type FormPayload<E extends FormEndpoint> = Infer<E['payload']>

const commonFields = {
  aid: optional(aid),
  csrf_token: optional(size(string(), 1, 64)),
  language: optional(size(string(), 1, 16)),
  next: optional(size(string(), 1, 2048)),
  /** `sec_user_id` of whom the page showed, as in calls. */
  shown_user: optional(size(string(), 1, 512)),
}

const codeErrors = ['code_missing', 'code_error', 'code_expired', 'code_superseded'] as const

/** Fields of a form that mails a code and then takes it with a password. */
const codeAndPassword = {
  step: optional(enums(['send', 'again', 'show', 'finish'])),
  email: input,
  code: input,
  password: input,
}

export const loginForm = form({
  operation: 'form_login',
  description:
    'Signs in with a password without JavaScript and redirects to `next` or the account page. A new browser must enter a code, too: that of an authenticator app where there is one, a recovery code in its place, or one that is sent. For an account scheduled for deletion it offers to cancel that.',
  path: '/form/login',
  fields: {
    account: input,
    password: input,
    /** Reference of two-step verification, sent with the code; replaces the password. */
    ticket: input,
    code: input,
    /** Set to be asked for no code in this browser for 30 days. */
    remember: input,
    /** Set to get a code sent in place of that of an authenticator app. */
    send: input,
    /** Ticket that cancels the deletion of the account. */
    keep: input,
  },
  sensitive: ['account', 'password', 'code'],
  errors: [
    'too_often',
    'password_error',
    'password_locked',
    ...accountStateErrors,
    ...codeErrors,
    'code_used',
    'code_locked',
    'ticket_expired',
  ],
})

export const signUpForm = form({
  operation: 'form_sign_up',
  description:
    'Signs up by e-mail without JavaScript: the first post mails a code, the second creates the account with code and password.',
  path: '/form/sign-up',
  fields: { ...codeAndPassword, name: input },
  sensitive: ['email', 'code', 'password', 'name'],
  errors: [
    'too_often',
    'email_error',
    'code_frequency',
    ...codeErrors,
    'password_policy',
    'has_registered',
    'registration_closed',
    'text_refused',
  ],
})

export const resetPasswordForm = form({
  operation: 'form_reset_password',
  description:
    'Resets a password by e-mail without JavaScript, in the same two steps as `form_sign_up`, and signs in.',
  path: '/form/reset-password',
  fields: codeAndPassword,
  sensitive: ['email', 'code', 'password'],
  errors: [
    'too_often',
    'email_error',
    'code_frequency',
    ...codeErrors,
    'password_policy',
    ...accountStateErrors,
    'device_banned',
    'system_busy',
  ],
})

export const logoutForm = form({
  operation: 'form_logout',
  description: 'Ends the session without JavaScript and redirects to `next` or the sign-out page.',
  path: '/form/logout',
})

export const notMeForm = form({
  operation: 'form_not_me',
  description:
    'Page behind "This was not me" in a notice: its button puts a former address back, ends all sessions and leads to a new password.',
  path: '/form/not-me',
  fields: { token: input },
  sensitive: ['token'],
  errors: ['too_often', 'mobile_has_bound'],
})

export const recoverForm = form({
  operation: 'form_recover',
  description:
    'Page for somebody who has lost every method of an account: the first post sends a code to an address, the second does as `recovery_start`, or as `recovery_finish` with the key that the first one put into a cookie.',
  path: '/form/recover',
  fields: { address: input, code: input, key: input },
  sensitive: ['address', 'code', 'key'],
  errors: [
    'too_often',
    'email_error',
    'mobile_error',
    'code_frequency',
    ...codeErrors,
    'recovery_waiting',
    'recovery_needless',
    'recovery_off',
    'ticket_expired',
    ...accountStateErrors,
  ],
})

export const invitationForm = form({
  operation: 'form_invitation',
  description:
    'Address in the message of an invitation. It keeps the ticket in a cookie for half an hour and leads to the page of the site, or without JavaScript back here: the page shows who invites, and lets the person accept or decline. Who is not signed in signs in first, or proves the address by a code for a new account. Where the organization wants a second proof, it asks for a code.',
  path: '/form/invitation',
  fields: {
    ticket: input,
    /** `ask` is for a new invitation in place of an expired one. */
    action: optional(enums(['send', 'accept', 'decline', 'report', 'ask'])),
    code: input,
    /** Reference of two-step verification, sent with the code. */
    verify_ticket: input,
  },
  sensitive: ['ticket', 'code', 'verify_ticket'],
  errors: [
    'too_often',
    'invitation_unknown',
    'invitation_expired',
    'invitation_used',
    'invitation_cancelled',
    'invitation_other_person',
    'frozen',
    'has_registered',
    ...codeErrors,
    'code_frequency',
    'members_full',
    'policy_refused',
    'ticket_expired',
  ],
})

export const authorizeForm = form({
  operation: 'form_authorize',
  description:
    'Where clients send people (`/oauth/authorize`, RFC 6749 §4.1.1). It leads back with a code, or to a page that asks what the client may have: `/authorization` of the site, without JavaScript `/form/authorize`.',
  path: '/form/authorize',
  fields: {
    ...authorizationFields,
    ...allowFields,
    /** Languages of the client's person, the best first (OpenID Connect Core §3.1.2.1). */
    ui_locales: input,
    action: optional(enums(['allow', 'refuse'])),
    /** Request that the page showed; set by this server. */
    waiting: input,
    /** Sealed answer that `/oauth/answer` posts to the client. */
    answer: optional(size(string(), 1, 16_384)),
    /** Membership as which the person answers; "0" for oneself. */
    user_identity_id: input,
  },
  sensitive: ['id_token_hint'],
  errors: [
    'too_often',
    'client_unknown',
    'redirect_mismatch',
    'scope_refused',
    'open_request_invalid',
    'open_request_expired',
    'open_account_changed',
    'not_member',
    'policy_refused',
  ],
})

export const endSessionForm = form({
  operation: 'form_end_session',
  description:
    'Where clients send people to sign them out here too (`/oauth/logout`, OpenID Connect RP-Initiated Logout): at once for the session in the id token of the client, else the page asks.',
  path: '/form/end-session',
  fields: {
    id_token_hint: optional(size(string(), 1, 8192)),
    client_id: input,
    post_logout_redirect_uri: optional(size(string(), 1, 2048)),
    state: optional(size(string(), 1, 2048)),
    ui_locales: input,
  },
  sensitive: ['id_token_hint'],
  errors: ['too_often'],
})

export const deviceForm = form({
  operation: 'form_device',
  description:
    'Page where people type the code that a device shows (`/device`, RFC 8628 §3.3), which works without JavaScript: it says who asks from where, and lets the person allow all of it, less or nothing. A link with the code only fills it in.',
  path: '/form/device',
  fields: {
    ...allowFields,
    user_code: input,
    /** Reference of what the person was shown. */
    shown: input,
    /** Membership as which the person answers; "0" for oneself. */
    user_identity_id: optional(size(string(), 1, 32)),
    action: optional(enums(['allow', 'refuse'])),
  },
  sensitive: ['user_code'],
  errors: [
    'too_often',
    'device_code_invalid',
    'scope_refused',
    'open_request_invalid',
    'not_member',
    'policy_refused',
  ],
})

export const qrConsentForm = form({
  operation: 'form_qr_consent',
  description:
    'Page on the phone that scanned the QR code of a client, also the reply of `open_qrcode_scan` to a browser: it shows which client asks for what, on which device, and lets the person allow all of it, less or nothing.',
  path: '/form/qr-consent',
  fields: {
    ...allowFields,
    token: input,
    action: optional(enums(['scan', 'allow', 'refuse'])),
    number: optional(size(string(), 1, 8)),
    /** Membership as which the person answers; "0" for oneself. */
    user_identity_id: optional(size(string(), 1, 32)),
  },
  sensitive: ['token'],
  errors: [
    'too_often',
    'qr_unknown',
    'qr_expired',
    'qr_used',
    'qr_not_yours',
    'client_unknown',
    'not_member',
    'policy_refused',
  ],
})

export const levelForm = form({
  operation: 'form_level',
  description:
    'Page that raises a session to the assurance level `level` and leads on to `next`: it asks for the code of an authenticator app, or a recovery code. With `prompt=recent` it also asks a session that reaches the level, but was proved more than ten minutes ago. Whoever has a passkey may sign in with it instead, and whoever has only that is led there, by a script or a link. With `user_identity_id` it asks for what the organization of that membership wants as well.',
  path: '/form/level',
  fields: {
    level: optional(level),
    /** Membership whose organization has rules to meet as well. */
    user_identity_id: optional(size(string(), 1, 32)),
    prompt: optional(enums(['recent'])),
    ticket: input,
    code: input,
    /** Asks for what the organization wants, which may send a code. */
    send: input,
  },
  sensitive: ['code', 'ticket'],
  errors: [
    'level_unreachable',
    'not_member',
    'policy_refused',
    ...codeErrors,
    'code_used',
    'code_locked',
    'ticket_expired',
  ],
})

export const identityForm = form({
  operation: 'form_identity',
  description:
    'Page for browsers without JavaScript that shows for whom the browser acts, and lets the person act for another organization or leave one. Where that organization wants a second proof, it asks for a code.',
  path: '/form/identity',
  fields: {
    action: optional(enums(['choose', 'leave', 'confirm'])),
    /** `sec_member_id` of the membership. */
    member: input,
    /** Reference of two-step verification, sent with the code. */
    verify_ticket: input,
    code: input,
  },
  sensitive: ['code', 'verify_ticket'],
  errors: [
    'too_often',
    'session_expired',
    'not_member',
    'frozen',
    'manager_protected',
    'policy_refused',
    ...codeErrors,
    'code_frequency',
    'ticket_expired',
  ],
})

export const accountForm = form({
  operation: 'form_account',
  description:
    'Page for browsers without JavaScript: it changes the name of the person, ends the session `session_id`, and links to what else works.',
  path: '/form/account',
  fields: { name: optional(removableText(1024)), session_id: input },
  sensitive: ['name'],
  errors: ['too_often', 'text_refused', 'no_updates_left', 'session_not_found'],
})

export const qrForm = form({
  operation: 'form_qr',
  description:
    'Page on the phone that scanned a QR code, also the reply of `scan_qrcode` to a browser: it shows who asks and lets the person confirm or refuse.',
  path: '/form/qr',
  fields: {
    token: input,
    action: optional(enums(['scan', 'confirm', 'refuse', 'send'])),
    number: optional(size(string(), 1, 8)),
    code: input,
  },
  sensitive: ['token', 'code'],
  errors: [
    'too_often',
    'session_expired',
    'qr_unknown',
    'qr_expired',
    'qr_used',
    'qr_not_yours',
    ...codeErrors,
    'code_frequency',
  ],
})
