interface ErrorEntry {
  /** Number on the wire. */
  readonly code: number
  /** Meaning for programmers; texts for people are in `messages/`. */
  readonly description: string
  /** HTTP status, 200 by default. */
  readonly status?: number
}

/** Every error of the server by its stable name, sent as `data.name`. */
export const errors = {
  too_often: { code: 7, description: 'too many requests; try again after `retry_after` seconds' },
  bad_app: { code: 16, description: 'no application is registered under this `aid`' },
  session_expired: { code: 1000, description: 'there is no session, or it has ended' },
  has_registered: {
    code: 1001,
    description: 'the address already has an account; answered only after it was proved',
  },
  mobile_empty: { code: 1002, description: 'the mobile number is missing' },
  mobile_error: { code: 1003, description: 'the mobile number is malformed' },
  binding_not_exist: { code: 1006, description: 'nothing of this kind is linked' },
  mobile_has_bound: { code: 1007, description: 'the address belongs to another account' },
  unregistered: {
    code: 1008,
    description: 'the address has no account; answered only after it was proved',
  },
  password_error: {
    code: 1009,
    description: 'the account or the password is wrong; it never says which',
  },
  password_empty: { code: 1010, description: 'the password is missing' },
  code_type_error: {
    code: 1015,
    description: 'the code type does not exist or does not fit the address',
  },
  password_auth_failed: {
    code: 1012,
    description: 'the password is malformed or is not the one of the account to verify',
  },
  platform_unauthorized: { code: 1021, description: 'the provider did not confirm the sign-in' },
  connect_switch: {
    code: 1030,
    description: 'the provider account is linked to another account here',
  },
  last_binding: { code: 1038, description: 'this is the last sign-in method of the account' },
  need_code_verify: { code: 1039, description: 'the device is new; sign in by code' },
  connect_exist: {
    code: 1041,
    description: 'this account is already linked to an account at that provider',
  },
  ticket_expired: { code: 1042, description: 'the ticket is unknown, used or expired' },
  mobile_bound_need_jump: {
    code: 1057,
    description: 'the address belongs to another account; `profile_key` lets the person decide',
  },
  account_cancelling: {
    code: 1075,
    description:
      'the account is scheduled for deletion; `revoke_ticket` cancels that until `cancel_at`',
  },
  account_banned: { code: 1091, description: 'the account is banned' },
  account_limited: { code: 1092, description: 'the account may not do this for now' },
  device_banned: { code: 1093, description: 'the device is banned' },
  captcha_expired: {
    code: 1103,
    description: 'the decision has ended; send the protected call again to get a new one',
  },
  captcha_slide: { code: 1105, description: 'a captcha is required; the decision is attached' },
  code_missing: { code: 1201, description: 'the verification code is missing' },
  code_error: { code: 1202, description: 'the verification code is wrong' },
  code_expired: {
    code: 1203,
    description: 'the code has expired, was used or had too many wrong attempts',
  },
  code_type_mismatch: { code: 1204, description: 'the code was sent for another operation' },
  code_send_error: { code: 1205, description: 'the code could not be sent' },
  code_frequency: {
    code: 1206,
    description: 'a code was sent moments ago; wait `retry_after` seconds',
  },
  platform_unusual: { code: 1905, description: 'the provider answered with an error' },
  platform_unavailable: {
    code: 1906,
    description: 'the provider is not configured or does not answer',
  },
  csrf_error: { code: 2035, description: 'the CSRF token or the origin was refused', status: 403 },
  second_verify: {
    code: 2046,
    description: 'two-step verification is required; `verify_ways` lists the methods',
  },
  system_busy: { code: 2156, description: 'the risk check refused the call' },
  bad_parameter: { code: 8001, description: 'a field is missing or wrong; `fields` lists them' },
  bad_body: { code: 8002, description: 'the body cannot be parsed', status: 400 },
  body_too_large: {
    code: 8003,
    description: 'the body exceeds the limit of the endpoint',
    status: 413,
  },
  unknown_operation: { code: 8004, description: 'there is no endpoint at this path', status: 404 },
  method_not_allowed: {
    code: 8005,
    description: 'the endpoint does not take this method',
    status: 405,
  },
  bad_content_type: {
    code: 8006,
    description: 'the endpoint does not take this content type; `accepts` names those it takes',
    status: 415,
  },
  headers_too_large: {
    code: 8007,
    description: 'the headers of the request are too large',
    status: 431,
  },
  request_timeout: { code: 8008, description: 'the request did not arrive in time', status: 408 },
  email_error: { code: 8101, description: 'the e-mail address is malformed' },
  password_policy: { code: 8102, description: 'the password breaks the rule in `rule`' },
  registration_closed: { code: 8103, description: 'the application accepts no new accounts' },
  password_already_set: {
    code: 8104,
    description: 'the account already has a password; change it instead',
  },
  choose_identity: {
    code: 8110,
    description: 'the proof was right, but a choice is required; continue with `sms_login_key`',
  },
  login_key_expired: { code: 8111, description: 'the login key is unknown, used or expired' },
  password_locked: {
    code: 8112,
    description: 'too many wrong passwords; wait `retry_after` seconds or sign in with a code',
  },
  share_token_invalid: { code: 8113, description: 'the share token is unknown, used or expired' },
  sso_ticket_invalid: { code: 8114, description: 'the SSO ticket is unknown, used or expired' },
  host_code_invalid: {
    code: 8115,
    description:
      'the exchange code is unknown, used, expired or issued for another application, address or verifier',
  },
  platform_unknown_account: {
    code: 8120,
    description: 'the provider account is not linked here; `profile_key` signs up or links',
  },
  oauth_state_invalid: {
    code: 8121,
    description: 'the callback does not belong to a sign-in started in this browser',
  },
  switch_confirm_needed: {
    code: 8130,
    description: 'the address would move here from another account; confirm with `change_bind=1`',
  },
  already_bound: {
    code: 8131,
    description: 'the account has another address of this kind; `unbind_exist=1` replaces it',
  },
  address_unchanged: { code: 8132, description: 'the account already has this address' },
  cannot_cancel: { code: 8140, description: 'the account cannot be deleted; `reasons` says why' },
  not_cancelling: { code: 8141, description: 'the account is not scheduled for deletion' },
  access_code_invalid: { code: 8160, description: 'the access code is unknown or used' },
  promo_code_invalid: { code: 8161, description: 'the promo code is unknown, used up or expired' },
  promo_code_used: { code: 8162, description: 'the account has already used this promo code' },
  session_not_found: {
    code: 8151,
    description: 'the account has no such session, or it has ended',
  },
  not_member: {
    code: 8201,
    description: 'the account has no such membership in the organization',
  },
  frozen: { code: 8202, description: 'the account or membership is frozen' },
  qr_unknown: { code: 8301, description: 'the QR code does not exist' },
  qr_expired: { code: 8302, description: 'the QR code has expired' },
  qr_used: { code: 8303, description: 'the QR code was used or refused' },
  qr_not_yours: {
    code: 8304,
    description: 'the QR code was scanned by another account, or not yet',
  },
  redirect_mismatch: {
    code: 8321,
    description: 'the redirect address is not registered in exactly this form',
  },
  server_busy: {
    code: 8429,
    description: 'the server or the client address is at its limit; wait `retry_after` seconds',
    status: 429,
  },
  server_error: { code: 8500, description: 'an internal error; quote the log id', status: 500 },
  shutting_down: {
    code: 8503,
    description: 'the server is stopping or cannot reach its database; try again',
    status: 503,
  },
  name_taken: { code: 8510, description: 'the username is taken' },
  no_updates_left: {
    code: 8511,
    description: 'the field was changed too often; `reset_at` says when it can be changed again',
  },
  text_refused: { code: 8512, description: 'the text is not allowed here' },
  file_type: { code: 8551, description: 'the file is not a picture of a known type' },
  file_size: { code: 8552, description: 'the picture is too large' },
  image_not_found: { code: 8553, description: 'the picture does not exist' },
  seal_bad: { code: 8601, description: 'a sealed field cannot be opened' },
  seal_key_unknown: {
    code: 8602,
    description: 'the sealing key is unknown; `keys_json` and `sig` hold the current keys',
  },
  plaintext_refused: { code: 8603, description: 'sensitive fields must be sealed' },
  seal_replay: { code: 8604, description: 'the sealed request was already used' },
} as const satisfies Record<string, ErrorEntry>

/** Stable name of an error. */
export type ErrorName = keyof typeof errors

/** Errors that every endpoint may answer. */
export const commonErrors: readonly ErrorName[] = [
  'too_often',
  'bad_app',
  'csrf_error',
  'bad_parameter',
  'bad_body',
  'body_too_large',
  'unknown_operation',
  'method_not_allowed',
  'bad_content_type',
  'server_busy',
  'server_error',
  'shutting_down',
  'seal_bad',
  'seal_key_unknown',
  'plaintext_refused',
  'seal_replay',
]

const names = new Map<number, ErrorName>(
  Object.entries(errors).map(([name, { code }]) => [code, name as ErrorName]),
)

/** Returns the name of an error number, or undefined for an unknown one. */
export function errorName(code: number): ErrorName | undefined {
  return names.get(code)
}

/** Returns the HTTP status of an error. */
export function errorStatus(name: ErrorName): number {
  const entry: ErrorEntry = errors[name]
  return entry.status ?? 200
}

interface FieldErrors {
  /** Falls back to `malformed`. */
  readonly missing?: ErrorName
  readonly malformed: ErrorName
}

/** Errors of missing or malformed fields; other fields answer `bad_parameter`. */
export const fieldErrors: Readonly<Record<string, FieldErrors>> = {
  mobile: { missing: 'mobile_empty', malformed: 'mobile_error' },
  email: { malformed: 'email_error' },
  password: { missing: 'password_empty', malformed: 'password_auth_failed' },
  type: { malformed: 'code_type_error' },
  code: { missing: 'code_missing', malformed: 'code_error' },
}
