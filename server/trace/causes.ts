import type { ErrorName } from '#protocol/errors.ts'
import { readDetail } from '../lib/attempt-detail.ts'
import type { Attempt, MessageOutcome } from '../store/schema/attempts.ts'
import type { Account } from '../store/schema/accounts.ts'

type Shown = readonly (ErrorName | MessageOutcome)[]

/**
 * What refuses a person whatever she types, with the errors that show it; the first ones explain more than
 * those that follow.
 */
const outer = {
  banned: ['account_banned'],
  frozen: ['frozen'],
  limited: ['account_limited'],
  deleting: ['account_cancelling'],
  browser_banned: ['device_banned'],
  network_banned: ['system_busy'],
  company_rule: ['policy_refused'],
  company_frozen: ['frozen_by_operator', 'not_member'],
  level_unreachable: ['level_unreachable'],
  mail_refused: ['refused'],
  mail_given_up: ['given_up'],
  mail_waits: [],
  not_sent: ['not_sent'],
  server: [
    'server_error',
    'server_busy',
    'database_unavailable',
    'shutting_down',
    'code_send_error',
  ],
  code_limit: [],
  codes_closed: [],
  browser_limit: [],
  network_limit: [],
  site_limit: [],
} as const satisfies Record<string, Shown>

/** What else somebody could not sign in for, likewise. */
const other = {
  password_locked: ['password_locked'],
  no_way_in: [],
  no_password: [],
  unproved: [],
  former_address: [],
  no_account: ['unregistered', 'binding_not_exist'],
  has_account: ['has_registered', 'mobile_has_bound'],
  registration_closed: ['registration_closed'],
  other_login: [],
  second_step_wrong: ['code_locked', 'code_used'],
  second_step_open: ['second_verify', 'need_code_verify'],
  captcha: ['captcha_slide', 'captcha_expired'],
  provider_unlinked: ['platform_unknown_account'],
  provider: [
    'platform_unauthorized',
    'platform_unavailable',
    'platform_unusual',
    'oauth_state_invalid',
  ],
  provider_taken: ['connect_switch', 'connect_exist', 'switch_confirm_needed', 'last_binding'],
  passkey: ['passkey_refused', 'passkey_unknown', 'passkeys_unavailable'],
  cookies: ['csrf_error'],
  qr: ['qr_unknown', 'qr_expired', 'qr_used', 'qr_not_yours'],
  client: [
    'bad_app',
    'client_unknown',
    'redirect_mismatch',
    'scope_refused',
    'open_request_invalid',
  ],
  invitation: [
    'invitation_unknown',
    'invitation_used',
    'invitation_cancelled',
    'invitation_expired',
    'invitation_other_person',
  ],
  consent: [],
  session_over: ['session_expired'],
  notice_link: [],
  recovery: ['recovery_off', 'recovery_needless', 'recovery_waiting'],
  code_expired: ['code_expired', 'ticket_expired', 'login_key_expired', 'share_token_invalid'],
  code_superseded: ['code_superseded', 'code_type_mismatch'],
  code_wrong: ['code_error'],
  wrong_password: ['password_error', 'password_auth_failed'],
  choice_open: ['choose_identity'],
  too_early: [],
  form: [
    'bad_parameter',
    'email_error',
    'mobile_error',
    'password_policy',
    'text_refused',
    'name_taken',
    'code_missing',
  ],
  released: [],
  other: [],
  many: [],
} as const satisfies Record<string, Shown>

const errorsOf = { ...outer, ...other }

/** Why somebody could not sign in. */
export type Cause = keyof typeof errorsOf

/** All of them; the first ones explain more than those that follow. */
export const causes = Object.keys(errorsOf) as Cause[]

/** Those that have nothing to do with what was typed. */
export const outerCauses: ReadonlySet<Cause> = new Set(Object.keys(outer) as Cause[])

/** Errors before anybody has typed a login, by which an address could find them. */
export const errorsBeforeLogin = [...errorsOf.client, ...errorsOf.cookies]

/** Steps that the next call goes on with; they explain something only if nothing came after them. */
export const unfinished: ReadonlySet<Cause> = new Set([
  'second_step_open',
  'captcha',
  'choice_open',
  'provider_taken',
  'too_early',
])

const causeOfError: ReadonlyMap<Attempt['error'], Cause> = new Map(
  causes.flatMap((cause) => errorsOf[cause].map((error) => [error, cause] as const)),
)

const causeOfLimit: Readonly<Record<string, Cause>> = {
  address: 'code_limit',
  browser: 'browser_limit',
  network: 'network_limit',
}

const ofState: ReadonlySet<Cause> = new Set(['banned', 'frozen', 'limited', 'deleting'])

/** Returns what the state of an account refuses. */
export function causeOfAccount(account: Account | undefined): Cause | undefined {
  if (account === undefined || account.state === 'active') return undefined
  return account.state === 'cancelling' ? 'deleting' : account.state
}

/** What a login that is no longer hers has in place of its own cause: no account is found by it. */
export const ofLogins: ReadonlySet<Cause> = new Set([
  'wrong_password',
  'no_way_in',
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
  if (method === 'not_me') return 'notice_link'
  if (error === 'frozen' && method === 'membership') return 'company_frozen'
  if (error === 'code_error' && step === 'second-step') return 'second_step_wrong'
  // Nobody gets a code to reset what there is not.
  if (error === 'code_error' && step === 'reset' && account === undefined) return 'no_account'
  const cause = causeOfError.get(error) ?? (step === 'consent' ? 'consent' : 'other')
  if (account !== undefined && ofState.has(cause) && cause !== causeOfAccount(account)) {
    return 'released'
  }
  const isUnknown = cause === 'no_account' || cause === 'registration_closed'
  if (isUnknown && typeof account?.unverifiedEmail === 'string') return 'unproved'
  if (cause !== 'wrong_password') return cause
  if (account === undefined) return 'no_account'
  const { email, mobile, passwordHash, unverifiedEmail } = account
  if (passwordHash !== null) return cause
  const isReached = email !== null || mobile !== null || unverifiedEmail === null
  return isReached ? 'no_password' : 'no_way_in'
}
