import { enums, object, optional } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import { displayName, email, flag, longText, text, ticket } from '../fields.ts'
import { nothing } from '../objects.ts'

export const applyEarlyAccess = endpoint({
  operation: 'apply_early_access',
  description:
    'Asks for early access: stored as pending until the link in the mail that follows is opened (double opt-in). Asking again changes what was told and sends the mail anew; the reply is the same for every address.',
  paths: ownAccount('early_access/apply'),
  payload: object({
    email,
    name: optional(displayName),
    /** What the person wants to do with it. */
    about: optional(longText),
    system: optional(enums(['macos', 'windows', 'linux'])),
    /** The person agrees to get mail about early access. */
    agree: flag,
  }),
  defaults: { agree: 0 },
  sensitive: ['email', 'name'],
  reply: nothing,
  errors: ['email_error', 'code_send_error', 'code_frequency', 'too_often', 'captcha_slide'],
})

export const confirmEarlyAccess = endpoint({
  operation: 'confirm_early_access',
  description:
    'Confirms an application with the reference that was mailed, good for seven days. A second time is as good as the first while the application stands.',
  paths: ownAccount('early_access/confirm'),
  payload: object({ ticket }),
  reply: nothing,
  errors: ['ticket_expired'],
})

export const redeemAccessCode = endpoint({
  operation: 'redeem_access_code',
  description:
    'Gives the person signed in what an invitation promises; each access code counts once.',
  paths: ownAccount('early_access/redeem'),
  payload: object({ access_code: text(32) }),
  session: 'required',
  reply: nothing,
  errors: ['access_code_invalid', 'too_often'],
})

export const unsubscribe = endpoint({
  operation: 'unsubscribe',
  description:
    'Ends all mail about early access to one address, by the signed reference of such a mail. Mail programs post here by themselves (RFC 8058); those that open the address get the page that asks first. Always answers alike; a second time changes nothing.',
  methods: ['POST', 'GET'],
  paths: ownAccount('unsubscribe'),
  navigation: true,
  body: 'any-form',
  payload: object({ token: text(128) }),
  reply: nothing,
  errors: ['ticket_expired'],
})
