interface ErrorRow {
  /** The number on the wire. */
  readonly code: number
  /** What it means to a programmer; what people read is in `error-texts/`. */
  readonly means: string
  /** HTTP status; business errors answer 200. */
  readonly status?: number
}

/** Every error the server can answer, by its stable name (`data.name`). */
export const errors = {
  too_often: { code: 7, means: 'asked too often; try again after `retry_after` seconds' },
  bad_app: { code: 16, means: 'no application is registered under this `aid`' },
  session_expired: { code: 1000, means: 'no session, or it has ended' },
  has_registered: {
    code: 1001,
    means: 'the address already has an account; said only after it was proved',
  },
  mobile_error: { code: 1003, means: 'the mobile number is malformed' },
  mobile_has_bound: { code: 1007, means: 'the address is bound to another account' },
  unregistered: { code: 1008, means: 'the address has no account; said only after it was proved' },
  password_error: { code: 1009, means: 'account or password is wrong; never says which' },
  code_type_error: { code: 1015, means: 'no such code type, or not for this address' },
  account_banned: { code: 1091, means: 'the account is banned' },
  captcha_expired: {
    code: 1103,
    means: 'the decision has ended; make the protected call again for a fresh one',
  },
  captcha_slide: { code: 1105, means: 'a captcha is needed; the decision is attached' },
  code_missing: { code: 1201, means: 'the verification code is missing' },
  code_error: { code: 1202, means: 'the verification code is wrong' },
  code_expired: { code: 1203, means: 'the code has expired, was used, or was tried too often' },
  code_send_error: { code: 1205, means: 'the code could not be sent' },
  code_frequency: { code: 1206, means: 'a code was sent moments ago; wait `retry_after` seconds' },
  csrf_error: { code: 2035, means: 'the CSRF token or the origin was refused', status: 403 },
  bad_parameter: { code: 8001, means: 'a field is missing or wrong; `fields` lists them' },
  bad_body: { code: 8002, means: 'the body cannot be parsed', status: 400 },
  body_too_large: { code: 8003, means: 'the body is larger than the call allows', status: 413 },
  unknown_operation: { code: 8004, means: 'no operation at this path', status: 404 },
  method_not_allowed: {
    code: 8005,
    means: 'the operation exists, but not for this method',
    status: 405,
  },
  bad_content_type: {
    code: 8006,
    means: 'the content type is not one the call takes',
    status: 415,
  },
  email_error: { code: 8101, means: 'the e-mail address is malformed' },
  password_policy: { code: 8102, means: 'the password is not acceptable; `rule` says why' },
  registration_closed: { code: 8103, means: 'the application takes no new accounts' },
  password_locked: {
    code: 8112,
    means: 'too many wrong passwords; wait `retry_after` seconds or sign in by code',
  },
  session_not_found: { code: 8151, means: 'no such session of yours; it may have ended already' },
  server_busy: {
    code: 8429,
    means: 'the server or the address is at its limit; wait `retry_after` seconds',
    status: 429,
  },
  server_error: { code: 8500, means: 'a fault of the server; quote the log id', status: 500 },
  shutting_down: { code: 8503, means: 'the server is stopping; try again', status: 503 },
  text_refused: { code: 8512, means: 'the text is not allowed here' },
  file_type: { code: 8551, means: 'the file is not a picture of a known type' },
  file_size: { code: 8552, means: 'the picture is too large' },
  image_not_found: { code: 8553, means: 'no such picture' },
  seal_bad: { code: 8601, means: 'a sealed field does not open' },
  seal_key_unknown: {
    code: 8602,
    means: 'the sealing key is unknown; `keys_json` and `sig` hold the present set',
  },
  plaintext_refused: { code: 8603, means: 'sensitive fields must be sealed' },
  seal_replay: { code: 8604, means: 'the sealed request was used before' },
} as const satisfies Record<string, ErrorRow>

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
  const row: ErrorRow = errors[name]
  return row.status ?? 200
}

/** Field whose malformed value has an error of its own; all others answer `bad_parameter`. */
export const fieldErrors: Readonly<Record<string, ErrorName>> = {
  mobile: 'mobile_error',
  email: 'email_error',
  type: 'code_type_error',
  code: 'code_missing',
}
