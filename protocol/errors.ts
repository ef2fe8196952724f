interface ErrorEntry {
  /** The number on the wire. */
  readonly code: number
  /** What it means to a programmer; what people read is in `error-texts/`. */
  readonly description: string
  /** HTTP status; business errors answer 200. */
  readonly status?: number
}

/** Every error the server can answer, by its stable name (`data.name`). */
export const errors = {
  too_often: { code: 7, description: 'asked too often; try again after `retry_after` seconds' },
  bad_app: { code: 16, description: 'no application is registered under this `aid`' },
  session_expired: { code: 1000, description: 'no session, or it has ended' },
  has_registered: {
    code: 1001,
    description: 'the address already has an account; said only after it was proved',
  },
  mobile_empty: { code: 1002, description: 'the mobile number is missing' },
  mobile_error: { code: 1003, description: 'the mobile number is malformed' },
  binding_not_exist: { code: 1006, description: 'nothing of this kind is bound' },
  mobile_has_bound: { code: 1007, description: 'the address is bound to another account' },
  unregistered: {
    code: 1008,
    description: 'the address has no account; said only after it was proved',
  },
  password_error: { code: 1009, description: 'account or password is wrong; never says which' },
  password_empty: { code: 1010, description: 'the password is missing' },
  code_type_error: { code: 1015, description: 'no such code type, or not for this address' },
  password_auth_failed: {
    code: 1012,
    description: 'the password is malformed, or is not that of the account to be verified',
  },
  platform_unauthorized: { code: 1021, description: 'the third party did not confirm the sign-in' },
  connect_switch: {
    code: 1030,
    description: 'the third-party account is bound to another account here',
  },
  last_binding: { code: 1038, description: 'the only way to sign in that is left' },
  need_code_verify: { code: 1039, description: 'the device is new; sign in by code' },
  connect_exist: {
    code: 1041,
    description: 'this account already has an account of that third party',
  },
  ticket_expired: { code: 1042, description: 'the ticket is unknown, used or expired' },
  mobile_bound_need_jump: {
    code: 1057,
    description: 'the address belongs to another account; `profile_key` lets the person decide',
  },
  account_cancelling: {
    code: 1075,
    description: 'the account is being closed; `revoke_ticket` brings it back until `cancel_at`',
  },
  account_banned: { code: 1091, description: 'the account is banned' },
  account_limited: { code: 1092, description: 'the account may not do this for now' },
  device_banned: { code: 1093, description: 'the device is banned' },
  captcha_expired: {
    code: 1103,
    description: 'the decision has ended; make the protected call again for a fresh one',
  },
  captcha_slide: { code: 1105, description: 'a captcha is needed; the decision is attached' },
  code_missing: { code: 1201, description: 'the verification code is missing' },
  code_error: { code: 1202, description: 'the verification code is wrong' },
  code_expired: {
    code: 1203,
    description: 'the code has expired, was used, or was tried too often',
  },
  code_type_mismatch: { code: 1204, description: 'the code was sent for something else' },
  code_send_error: { code: 1205, description: 'the code could not be sent' },
  code_frequency: {
    code: 1206,
    description: 'a code was sent moments ago; wait `retry_after` seconds',
  },
  platform_unusual: { code: 1905, description: 'the third party answered with an error' },
  platform_unavailable: {
    code: 1906,
    description: 'the third party is not configured or does not answer',
  },
  csrf_error: { code: 2035, description: 'the CSRF token or the origin was refused', status: 403 },
  second_verify: {
    code: 2046,
    description: 'a second verification is needed; `verify_ways` lists how',
  },
  system_busy: { code: 2156, description: 'refused as a risk' },
  bad_parameter: { code: 8001, description: 'a field is missing or wrong; `fields` lists them' },
  bad_body: { code: 8002, description: 'the body cannot be parsed', status: 400 },
  body_too_large: {
    code: 8003,
    description: 'the body is larger than the call allows',
    status: 413,
  },
  unknown_operation: { code: 8004, description: 'no operation at this path', status: 404 },
  method_not_allowed: {
    code: 8005,
    description: 'the operation exists, but not for this method',
    status: 405,
  },
  bad_content_type: {
    code: 8006,
    description: 'the content type is not one the call takes',
    status: 415,
  },
  headers_too_large: {
    code: 8007,
    description: 'the headers of the request are too large',
    status: 431,
  },
  request_timeout: { code: 8008, description: 'the request did not arrive in time', status: 408 },
  email_error: { code: 8101, description: 'the e-mail address is malformed' },
  password_policy: { code: 8102, description: 'the password is not acceptable; `rule` says why' },
  registration_closed: { code: 8103, description: 'the application takes no new accounts' },
  password_already_set: {
    code: 8104,
    description: 'the account has a password; change it instead',
  },
  choose_identity: {
    code: 8110,
    description: 'the proof was right, but somebody has to choose; `sms_login_key` goes on',
  },
  login_key_expired: { code: 8111, description: 'the login key is unknown, used or expired' },
  password_locked: {
    code: 8112,
    description: 'too many wrong passwords; wait `retry_after` seconds or sign in by code',
  },
  share_token_invalid: { code: 8113, description: 'the share token is unknown, used or expired' },
  sso_ticket_invalid: { code: 8114, description: 'the sign-in ticket is unknown, used or expired' },
  host_code_invalid: {
    code: 8115,
    description:
      'the code is unknown, used or expired, or was given for another application, address or verifier',
  },
  platform_unknown_account: {
    code: 8120,
    description: 'nobody here has that third-party account; `profile_key` signs up or links',
  },
  oauth_state_invalid: {
    code: 8121,
    description: 'the return does not belong to a sign-in begun in this browser',
  },
  switch_confirm_needed: {
    code: 8130,
    description: 'the address moves here from another account; confirm with `change_bind=1`',
  },
  already_bound: {
    code: 8131,
    description: 'the account has another address of this kind; `unbind_exist=1` replaces it',
  },
  address_unchanged: { code: 8132, description: 'the account has this very address already' },
  cannot_cancel: { code: 8140, description: 'the account cannot be closed; `reasons` says why' },
  not_cancelling: { code: 8141, description: 'the account is not being closed' },
  access_code_invalid: { code: 8160, description: 'the access code is unknown or was used' },
  promo_code_invalid: { code: 8161, description: 'the promo code is unknown, used up or too old' },
  promo_code_used: { code: 8162, description: 'the person has used this promo code before' },
  session_not_found: {
    code: 8151,
    description: 'no such session of yours; it may have ended already',
  },
  not_member: {
    code: 8201,
    description: 'the person has no such identity in that enterprise account',
  },
  frozen: { code: 8202, description: 'the account or identity is frozen' },
  qr_unknown: { code: 8301, description: 'no such QR code' },
  qr_expired: { code: 8302, description: 'the QR code has expired' },
  qr_used: { code: 8303, description: 'the QR code was used or refused' },
  qr_not_yours: { code: 8304, description: 'the QR code was scanned by somebody else, or not yet' },
  redirect_mismatch: {
    code: 8321,
    description: 'the address to come back to is not registered exactly as it was sent',
  },
  server_busy: {
    code: 8429,
    description: 'the server or the address is at its limit; wait `retry_after` seconds',
    status: 429,
  },
  server_error: { code: 8500, description: 'a fault of the server; quote the log id', status: 500 },
  shutting_down: {
    code: 8503,
    description: 'the server is stopping, or its database is away; try again',
    status: 503,
  },
  name_taken: { code: 8510, description: 'the user name is taken' },
  no_updates_left: {
    code: 8511,
    description: 'changed too often; `reset_at` says when it can be changed again',
  },
  text_refused: { code: 8512, description: 'the text is not allowed here' },
  file_type: { code: 8551, description: 'the file is not a picture of a known type' },
  file_size: { code: 8552, description: 'the picture is too large' },
  image_not_found: { code: 8553, description: 'no such picture' },
  seal_bad: { code: 8601, description: 'a sealed field does not open' },
  seal_key_unknown: {
    code: 8602,
    description: 'the sealing key is unknown; `keys_json` and `sig` hold the present set',
  },
  plaintext_refused: { code: 8603, description: 'sensitive fields must be sealed' },
  seal_replay: { code: 8604, description: 'the sealed request was used before' },
} as const satisfies Record<string, ErrorEntry>

/** Stable name of an error the server can answer. */
export type ErrorName = keyof typeof errors

/** Errors that any call may answer, whatever its row says. */
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
  Object.entries(errors).map(([name, row]) => [row.code, name as ErrorName]),
)

/** The name behind a number on the wire, or undefined for numbers of other servers. */
export function errorName(code: number): ErrorName | undefined {
  return names.get(code)
}

/** HTTP status an error travels with. */
export function errorStatus(name: ErrorName): number {
  const row: ErrorEntry = errors[name]
  return row.status ?? 200
}

interface FieldErrors {
  /** Where it was not sent; the error of a malformed one otherwise. */
  readonly missing?: ErrorName
  readonly malformed: ErrorName
}

/** Fields whose missing or malformed value has an error of its own; all others answer `bad_parameter`. */
export const fieldErrors: Readonly<Record<string, FieldErrors>> = {
  mobile: { missing: 'mobile_empty', malformed: 'mobile_error' },
  email: { malformed: 'email_error' },
  password: { missing: 'password_empty', malformed: 'password_auth_failed' },
  type: { malformed: 'code_type_error' },
  code: { missing: 'code_missing', malformed: 'code_error' },
}
