import { object, optional } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { ownAccount, withEnterprise } from '../families.ts'
import { code, email, flag, mobile, ticket, anyText } from '../fields.ts'
import { nothing } from '../objects.ts'

// Each call is there for a number and for an address; what both share stands once.

const binding = {
  code,
  /** 1 when the account's present address of this kind is to be replaced. */
  unbind_exist: flag,
  /** 1 when the address is to move here from another account. */
  kick_other: flag,
  /** The same under its other name. */
  change_bind: flag,
  /** Proof of a check made for this; without it a sign-in older than ten minutes is verified again. */
  ticket: optional(ticket),
  /** 1 to end all other sessions of the account. */
  sign_out_others: flag,
}

const bindingRow = {
  defaults: { unbind_exist: 0, kick_other: 0, change_bind: 0, sign_out_others: 0 },
  session: 'required',
  errors: [
    'code_expired',
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
    'Adds a mobile number that a code of type 17 proved. One that another account has answers `mobile_bound_need_jump` with a `profile_key` for `mobile/switch_bind` and in `redirect_url` a page that asks, or moves at once with `kick_other=1`.',
  paths: withEnterprise('mobile/bind'),
  payload: object({ mobile, ...binding }),
  sensitive: ['mobile', 'code'],
  reply: object({ mobile: anyText }),
  ...bindingRow,
})

export const emailBind = endpoint({
  operation: 'email_bind',
  description:
    'Adds an e-mail address that a code of type 8 proved, as `mobile/bind` adds a number. It also confirms an address that the account was made with unproved.',
  paths: withEnterprise('email/bind'),
  payload: object({ email, ...binding }),
  sensitive: ['email', 'code'],
  reply: object({ email: anyText }),
  ...bindingRow,
})

const unbindingRow = {
  payload: object({ ticket, sign_out_others: flag }),
  defaults: { sign_out_others: 0 },
  session: 'required',
  reply: nothing,
  errors: ['ticket_expired', 'binding_not_exist', 'last_binding'],
} as const

export const mobileUnbind = endpoint({
  operation: 'mobile_unbind',
  description:
    'Takes the mobile number off the account, with the ticket of a code or password that was checked for it. The only way to sign in stays.',
  paths: withEnterprise('mobile/unbind'),
  ...unbindingRow,
})

export const emailUnbind = endpoint({
  operation: 'email_unbind',
  description: 'Takes the e-mail address off the account, as `mobile/unbind` does the number.',
  paths: withEnterprise('email/unbind'),
  ...unbindingRow,
})

const moving = {
  profile_key: optional(ticket),
  code: optional(code),
  ticket: optional(ticket),
  unbind_exist: flag,
  change_bind: flag,
  sign_out_others: flag,
}

const movingRow = {
  defaults: { unbind_exist: 0, change_bind: 0, sign_out_others: 0 },
  session: 'required',
  errors: [
    'code_missing',
    'code_expired',
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
    'Moves a mobile number here from another account, which has to keep a way in. `profile_key` stands for the code that was proved before; without `change_bind=1` nothing happens but the question.',
  paths: withEnterprise('mobile/switch_bind'),
  payload: object({ mobile: optional(mobile), ...moving }),
  sensitive: ['mobile', 'code'],
  oneOf: ['profile_key', 'mobile'],
  reply: object({ mobile: anyText }),
  ...movingRow,
})

export const emailSwitchBind = endpoint({
  operation: 'email_switch_bind',
  description:
    'Moves an e-mail address here from another account, as `mobile/switch_bind` does a number.',
  paths: withEnterprise('email/switch_bind'),
  payload: object({ email: optional(email), ...moving }),
  sensitive: ['email', 'code'],
  oneOf: ['profile_key', 'email'],
  reply: object({ email: anyText }),
  ...movingRow,
})

const changingRow = {
  defaults: { sign_out_others: 0 },
  session: 'required',
  errors: ['code_expired', 'ticket_expired', 'mobile_has_bound', 'binding_not_exist'],
} as const

export const mobileChange = endpoint({
  operation: 'mobile_change',
  description:
    'Replaces the mobile number: `ticket` shows that a code to an address of the account was right (type 22, 28 or 11), `code` of type 20 proves the new number. The old number is told, and support can put it back for 72 hours.',
  paths: ownAccount('mobile/change'),
  payload: object({ ticket, mobile, code, sign_out_others: flag }),
  sensitive: ['mobile', 'code'],
  reply: object({ mobile: anyText }),
  ...changingRow,
})

export const emailChange = endpoint({
  operation: 'email_change',
  description: 'Replaces the e-mail address, as `mobile/change` does the number.',
  paths: ownAccount('email/change'),
  payload: object({ ticket, email, code, sign_out_others: flag }),
  sensitive: ['email', 'code'],
  reply: object({ email: anyText }),
  ...changingRow,
})
