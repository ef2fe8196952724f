import type { ErrorName } from '#protocol/errors.ts'
import { readDetail } from '../lib/attempt-detail.ts'
import type { Attempt, MessageOutcome } from '../store/schema/attempts.ts'
import type { Account } from '../store/schema/accounts.ts'

/** What refuses a person whatever she types; the first ones explain more than those that follow. */
export const outerCauses = [
  'banned',
  'frozen',
  'limited',
  'deleting',
  'browser_banned',
  'network_banned',
  'company_rule',
  'company_frozen',
  'level_unreachable',
  'mail_refused',
  'mail_given_up',
  'mail_waits',
  'not_sent',
  'server',
  'code_limit',
  'codes_closed',
  'browser_limit',
  'network_limit',
  'site_limit',
] as const

/** Why somebody could not sign in; the first ones explain more than those that follow. */
export const causes = [
  ...outerCauses,
  'password_locked',
  'no_password',
  'unproved',
  'former_address',
  'no_account',
  'has_account',
  'registration_closed',
  'other_login',
  'second_step_wrong',
  'second_step_open',
  'captcha',
  'provider_unlinked',
  'provider',
  'passkey',
  'cookies',
  'qr',
  'client',
  'consent',
  'recovery',
  'code_expired',
  'code_superseded',
  'code_wrong',
  'wrong_password',
  'choice_open',
  'too_early',
  'form',
  'released',
  'other',
  'many',
] as const

/** Why somebody could not sign in. */
export type Cause = (typeof causes)[number]

/** Steps that the next call goes on with; they explain something only if nothing came after them. */
export const unfinished: ReadonlySet<Cause> = new Set([
  'second_step_open',
  'captcha',
  'choice_open',
  'too_early',
])

const causeOfError: Partial<Record<ErrorName | MessageOutcome, Cause>> = {
  refused: 'mail_refused',
  given_up: 'mail_given_up',
  not_sent: 'not_sent',
  account_banned: 'banned',
  account_limited: 'limited',
  account_cancelling: 'deleting',
  device_banned: 'browser_banned',
  system_busy: 'network_banned',
  policy_refused: 'company_rule',
  frozen: 'frozen',
  frozen_by_operator: 'company_frozen',
  not_member: 'company_frozen',
  level_unreachable: 'level_unreachable',
  server_error: 'server',
  server_busy: 'server',
  database_unavailable: 'server',
  shutting_down: 'server',
  code_send_error: 'server',
  password_locked: 'password_locked',
  password_error: 'wrong_password',
  password_auth_failed: 'wrong_password',
  unregistered: 'no_account',
  binding_not_exist: 'no_account',
  registration_closed: 'registration_closed',
  has_registered: 'has_account',
  second_verify: 'second_step_open',
  need_code_verify: 'second_step_open',
  code_locked: 'second_step_wrong',
  code_used: 'second_step_wrong',
  captcha_slide: 'captcha',
  captcha_expired: 'captcha',
  platform_unknown_account: 'provider_unlinked',
  platform_unauthorized: 'provider',
  platform_unavailable: 'provider',
  platform_unusual: 'provider',
  oauth_state_invalid: 'provider',
  passkey_refused: 'passkey',
  passkey_unknown: 'passkey',
  passkeys_unavailable: 'passkey',
  csrf_error: 'cookies',
  qr_unknown: 'qr',
  qr_expired: 'qr',
  qr_used: 'qr',
  qr_not_yours: 'qr',
  bad_app: 'client',
  client_unknown: 'client',
  redirect_mismatch: 'client',
  scope_refused: 'client',
  open_request_invalid: 'client',
  recovery_off: 'recovery',
  recovery_needless: 'recovery',
  recovery_waiting: 'recovery',
  code_expired: 'code_expired',
  ticket_expired: 'code_expired',
  login_key_expired: 'code_expired',
  code_superseded: 'code_superseded',
  code_error: 'code_wrong',
  choose_identity: 'choice_open',
  bad_parameter: 'form',
  email_error: 'form',
  mobile_error: 'form',
  password_policy: 'form',
}

const causeOfLimit: Readonly<Record<string, Cause>> = {
  address: 'code_limit',
  browser: 'browser_limit',
  network: 'network_limit',
}

const causeOfState: Partial<Record<Account['state'], Cause>> = {
  banned: 'banned',
  frozen: 'frozen',
  limited: 'limited',
  cancelling: 'deleting',
}

const ofState: ReadonlySet<Cause> = new Set(Object.values(causeOfState))

/** Returns what the state of an account refuses. */
export function causeOfAccount(account: Account | undefined): Cause | undefined {
  return account && causeOfState[account.state]
}

/** What a login that is no longer hers has in place of its own cause: no account is found by it. */
export const ofLogins: ReadonlySet<Cause> = new Set([
  'wrong_password',
  'no_password',
  'no_account',
  'registration_closed',
])

/** Returns why an attempt at a login of `account` failed; undefined for a message that was sent. */
export function causeOf(attempt: Attempt, account: Account | undefined): Cause | undefined {
  const { error, step } = attempt
  if (step === 'many') return 'many'
  if (error === 'sent' || error === '') return undefined
  const { limit = '', method, wait } = readDetail(attempt.detail)
  if (error === 'too_often' || error === 'code_frequency') {
    if (limit !== '') return causeOfLimit[limit] ?? 'site_limit'
    return error === 'too_often' ? 'network_limit' : 'too_early'
  }
  if (error === 'account_limited' && wait !== undefined) return 'codes_closed'
  if (error === 'ticket_expired' && method === 'recovery') return 'recovery'
  if (error === 'code_error' && step === 'second-step') return 'second_step_wrong'
  // Nobody gets a code to reset what there is not.
  if (error === 'code_error' && step === 'reset' && account === undefined) return 'no_account'
  const cause = causeOfError[error] ?? (step === 'consent' ? 'consent' : 'other')
  if (account !== undefined && ofState.has(cause) && cause !== causeOfAccount(account)) {
    return 'released'
  }
  const isUnknown = cause === 'no_account' || cause === 'registration_closed'
  if (isUnknown && typeof account?.unverifiedEmail === 'string') return 'unproved'
  if (cause !== 'wrong_password') return cause
  if (account === undefined) return 'no_account'
  return account.passwordHash === null ? 'no_password' : cause
}
