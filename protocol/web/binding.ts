import { object, optional } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { ownAccount, withEnterprise } from '../families.ts'
import { code, email, flag, mobile, ticket, anyText } from '../fields.ts'
import { nothing } from '../objects.ts'

// Every operation has an endpoint for mobile numbers and one for e-mail addresses, with shared options.

const bindFields = {
  code,
  /** 1 to replace the current address of this kind. */
  unbind_exist: flag,
  /** 1 to move the address here from another account. */
  kick_other: flag,
  /** Other name of `kick_other`. */
  change_bind: flag,
  /** Step-up ticket, required if the sign-in is older than ten minutes. */
  ticket: optional(ticket),
  /** 1 to end all other sessions of the account. */
  sign_out_others: flag,
}

const bindOptions = {
  defaults: { unbind_exist: 0, kick_other: 0, change_bind: 0, sign_out_others: 0 },
  session: 'required',
  errors: [
    'recovery_waiting',
    'code_expired',
    'code_superseded',
    'ticket_expired',
    'second_verify',
    'mobile_has_bound',
    'mobile_bound_need_jump',
    'already_bound',
  ],
} as const

export const mobileBind = endpoint({
  operation: 'mobile_bind',
  description:
    'Adds a mobile number that a code of type 17 proved. A number of another account answers `mobile_bound_need_jump` with a `profile_key` for `mobile/switch_bind` and the page that asks in `redirect_url`; with `kick_other=1` it moves at once.',
  paths: withEnterprise('mobile/bind'),
  payload: object({ mobile, ...bindFields }),
  sensitive: ['mobile', 'code'],
  reply: object({ mobile: anyText }),
  ...bindOptions,
})

export const emailBind = endpoint({
  operation: 'email_bind',
  description:
    'Adds an e-mail address that a code of type 8 proved, as `mobile/bind` adds a number. It also proves the unverified e-mail address of the account.',
  paths: withEnterprise('email/bind'),
  payload: object({ email, ...bindFields }),
  sensitive: ['email', 'code'],
  reply: object({ email: anyText }),
  ...bindOptions,
})

const unbindOptions = {
  payload: object({ ticket, sign_out_others: flag }),
  defaults: { sign_out_others: 0 },
  session: 'required',
  reply: nothing,
  errors: ['ticket_expired', 'second_verify', 'binding_not_exist', 'last_binding'],
} as const

export const mobileUnbind = endpoint({
  operation: 'mobile_unbind',
  description:
    'Removes the mobile number with a step-up ticket, unless it is the only sign-in method.',
  paths: withEnterprise('mobile/unbind'),
  ...unbindOptions,
})

export const emailUnbind = endpoint({
  operation: 'email_unbind',
  description: 'Removes the e-mail address, as `mobile/unbind` removes the number.',
  paths: withEnterprise('email/unbind'),
  ...unbindOptions,
})

const switchFields = {
  profile_key: optional(ticket),
  code: optional(code),
  ticket: optional(ticket),
  unbind_exist: flag,
  change_bind: flag,
  sign_out_others: flag,
}

const switchOptions = {
  defaults: { unbind_exist: 0, change_bind: 0, sign_out_others: 0 },
  session: 'required',
  errors: [
    'recovery_waiting',
    'code_missing',
    'code_expired',
    'code_superseded',
    'ticket_expired',
    'second_verify',
    'mobile_has_bound',
    'switch_confirm_needed',
    'already_bound',
  ],
} as const

export const mobileSwitchBind = endpoint({
  operation: 'mobile_switch_bind',
  description:
    'Moves a mobile number here from another account, which must keep a sign-in method. `profile_key` replaces the code if it was proved before; without `change_bind=1` the call only answers `switch_confirm_needed`.',
  paths: withEnterprise('mobile/switch_bind'),
  payload: object({ mobile: optional(mobile), ...switchFields }),
  sensitive: ['mobile', 'code'],
  oneOf: ['profile_key', 'mobile'],
  reply: object({ mobile: anyText }),
  ...switchOptions,
})

export const emailSwitchBind = endpoint({
  operation: 'email_switch_bind',
  description:
    'Moves an e-mail address here from another account, as `mobile/switch_bind` moves a number.',
  paths: withEnterprise('email/switch_bind'),
  payload: object({ email: optional(email), ...switchFields }),
  sensitive: ['email', 'code'],
  oneOf: ['profile_key', 'email'],
  reply: object({ email: anyText }),
  ...switchOptions,
})

const changeOptions = {
  defaults: { sign_out_others: 0 },
  session: 'required',
  errors: [
    'recovery_waiting',
    'code_expired',
    'code_superseded',
    'ticket_expired',
    'second_verify',
    'mobile_has_bound',
    'binding_not_exist',
  ],
} as const

export const mobileChange = endpoint({
  operation: 'mobile_change',
  description:
    'Replaces the mobile number: `ticket` proves a code to an address of the account (type 22, 28 or 11), `code` of type 20 proves the new number. The old number gets a message, and support can restore it for 72 hours.',
  paths: ownAccount('mobile/change'),
  payload: object({ ticket, mobile, code, sign_out_others: flag }),
  sensitive: ['mobile', 'code'],
  reply: object({ mobile: anyText }),
  ...changeOptions,
})

export const emailChange = endpoint({
  operation: 'email_change',
  description: 'Replaces the e-mail address, as `mobile/change` replaces the number.',
  paths: ownAccount('email/change'),
  payload: object({ ticket, email, code, sign_out_others: flag }),
  sensitive: ['email', 'code'],
  reply: object({ email: anyText }),
  ...changeOptions,
})
