import { enums, object, optional } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import { displayName, email, flag, longText, text, ticket } from '../fields.ts'
import { nothing } from '../objects.ts'

export const applyEarlyAccess = endpoint({
  operation: 'apply_early_access',
  description:
    'Applies for early access; the application is pending until the mailed link is opened (double opt-in). A further call changes the application and sends the mail again. The reply is the same for every address.',
  paths: ownAccount('early_access/apply'),
  payload: object({
    email,
    name: optional(displayName),
    /** Intended use. */
    about: optional(longText),
    system: optional(enums(['macos', 'windows', 'linux'])),
    /** Consent to mail about early access. */
    agree: flag,
  }),
  defaults: { agree: 0 },
  sensitive: ['email', 'name'],
  reply: nothing,
  errors: [
    'email_error',
    'text_refused',
    'code_send_error',
    'code_frequency',
    'too_often',
    'captcha_slide',
  ],
})

export const confirmEarlyAccess = endpoint({
  operation: 'confirm_early_access',
  description:
    'Confirms an application with the mailed reference, which is valid for seven days and may be used repeatedly.',
  paths: ownAccount('early_access/confirm'),
  payload: object({ ticket }),
  reply: nothing,
  errors: ['ticket_expired'],
})

export const checkAccessCode = endpoint({
  operation: 'check_access_code',
  description:
    'Tells somebody without a session whether an access code can still be used, before they make an account for it. Unknown and used codes get the same reply.',
  paths: ownAccount('early_access/check'),
  payload: object({ access_code: text(32) }),
  reply: nothing,
  errors: ['access_code_invalid', 'too_often'],
})

export const redeemAccessCode = endpoint({
  operation: 'redeem_access_code',
  description: 'Grants early access to the account that is signed in; an access code is used once.',
  paths: ownAccount('early_access/redeem'),
  payload: object({ access_code: text(32) }),
  session: 'required',
  reply: nothing,
  errors: ['access_code_invalid', 'too_often'],
})

export const unsubscribe = endpoint({
  operation: 'unsubscribe',
  description:
    'Stops all mail about early access to one address, named by the signed reference of such a mail. Mail programs post here (RFC 8058); a browser gets a page that asks first. The reply is always the same.',
  methods: ['POST', 'GET'],
  paths: ownAccount('unsubscribe'),
  navigation: true,
  body: 'any-form',
  payload: object({ token: text(128) }),
  reply: nothing,
  errors: ['ticket_expired'],
})
