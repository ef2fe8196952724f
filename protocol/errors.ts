interface ErrorEntry {
  /** Number on the wire. */
  readonly code: number
  /** HTTP status, 200 by default. */
  readonly status?: number
}

/** Every error of the server by its stable name, sent as `data.name`. */
export const errors = {
  too_often: { code: 7 },
  bad_app: { code: 16 },
  session_expired: { code: 1000 },
  has_registered: { code: 1001 },
  mobile_empty: { code: 1002 },
  mobile_error: { code: 1003 },
  binding_not_exist: { code: 1006 },
  mobile_has_bound: { code: 1007 },
  unregistered: { code: 1008 },
  password_error: { code: 1009 },
  password_empty: { code: 1010 },
  code_type_error: { code: 1015 },
  password_auth_failed: { code: 1012 },
  platform_unauthorized: { code: 1021 },
  connect_switch: { code: 1030 },
  last_binding: { code: 1038 },
  need_code_verify: { code: 1039 },
  connect_exist: { code: 1041 },
  ticket_expired: { code: 1042 },
  mobile_bound_need_jump: { code: 1057 },
  account_cancelling: { code: 1075 },
  account_banned: { code: 1091 },
  account_limited: { code: 1092 },
  device_banned: { code: 1093 },
  captcha_expired: { code: 1103 },
  captcha_slide: { code: 1105 },
  code_missing: { code: 1201 },
  code_error: { code: 1202 },
  code_expired: { code: 1203 },
  code_type_mismatch: { code: 1204 },
  code_send_error: { code: 1205 },
  code_frequency: { code: 1206 },
  code_superseded: { code: 1207 },
  platform_unusual: { code: 1905 },
  platform_unavailable: { code: 1906 },
  csrf_error: { code: 2035, status: 403 },
  second_verify: { code: 2046 },
  system_busy: { code: 2156 },
  bad_parameter: { code: 8001 },
  bad_body: { code: 8002, status: 400 },
  body_too_large: { code: 8003, status: 413 },
  unknown_operation: { code: 8004, status: 404 },
  method_not_allowed: { code: 8005, status: 405 },
  bad_content_type: { code: 8006, status: 415 },
  headers_too_large: { code: 8007, status: 431 },
  request_timeout: { code: 8008, status: 408 },
  email_error: { code: 8101 },
  password_policy: { code: 8102 },
  registration_closed: { code: 8103 },
  password_already_set: { code: 8104 },
  choose_identity: { code: 8110 },
  login_key_expired: { code: 8111 },
  password_locked: { code: 8112 },
  share_token_invalid: { code: 8113 },
  sso_ticket_invalid: { code: 8114 },
  host_code_invalid: { code: 8115 },
  app_secret_invalid: { code: 8116 },
  platform_unknown_account: { code: 8120 },
  oauth_state_invalid: { code: 8121 },
  switch_confirm_needed: { code: 8130 },
  already_bound: { code: 8131 },
  address_unchanged: { code: 8132 },
  cannot_cancel: { code: 8140 },
  not_cancelling: { code: 8141 },
  access_code_invalid: { code: 8160 },
  promo_code_invalid: { code: 8161 },
  promo_code_used: { code: 8162 },
  session_not_found: { code: 8151 },
  not_member: { code: 8201 },
  frozen: { code: 8202 },
  no_permission: { code: 8203 },
  frozen_by_operator: { code: 8204 },
  policy_refused: { code: 8205 },
  not_in_organization: { code: 8206 },
  would_lock_out: { code: 8207 },
  organization_limit: { code: 8222 },
  already_member: { code: 8211 },
  invitation_pending: { code: 8212 },
  invitation_limit: { code: 8213 },
  invitation_not_pending: { code: 8214 },
  invitation_unknown: { code: 8215 },
  invitation_expired: { code: 8216 },
  invitation_used: { code: 8217 },
  invitation_cancelled: { code: 8218 },
  invitation_other_person: { code: 8219 },
  address_unproved: { code: 8220 },
  invitations_stopped: { code: 8224 },
  own_membership: { code: 8231 },
  manager_protected: { code: 8232 },
  members_full: { code: 8233 },
  role_exists: { code: 8241 },
  unknown_permission: { code: 8242 },
  exceeds_own_rights: { code: 8243 },
  role_built_in: { code: 8244 },
  role_in_use: { code: 8245 },
  last_manager: { code: 8246 },
  role_limit: { code: 8247 },
  successor_not_member: { code: 8251 },
  successor_frozen: { code: 8252 },
  transfer_stale: { code: 8253 },
  transfer_hold: { code: 8254 },
  domain_taken: { code: 8261 },
  domain_public: { code: 8262 },
  domain_limit: { code: 8264 },
  domain_record_missing: { code: 8265 },
  domain_lookup_failed: { code: 8266 },
  domain_proved: { code: 8267 },
  qr_unknown: { code: 8301 },
  qr_expired: { code: 8302 },
  qr_used: { code: 8303 },
  qr_not_yours: { code: 8304 },
  client_unknown: { code: 8320 },
  redirect_mismatch: { code: 8321 },
  scope_refused: { code: 8322 },
  open_request_expired: { code: 8324 },
  open_request_invalid: { code: 8325 },
  open_account_changed: { code: 8326 },
  device_code_invalid: { code: 8327 },
  client_secret_error: { code: 8328 },
  grant_not_found: { code: 8329 },
  oauth_code_invalid: { code: 8331 },
  oauth_token_invalid: { code: 8332 },
  method_not_found: { code: 8401 },
  passkey_refused: { code: 8402 },
  passkey_unknown: { code: 8403 },
  method_limit: { code: 8404 },
  level_unreachable: { code: 8405 },
  passkey_exists: { code: 8406 },
  recovery_waiting: { code: 8407 },
  passkeys_unavailable: { code: 8408 },
  code_used: { code: 8409 },
  code_locked: { code: 8410 },
  recovery_needless: { code: 8411 },
  recovery_off: { code: 8412 },
  server_busy: { code: 8429, status: 429 },
  server_error: { code: 8500, status: 500 },
  shutting_down: { code: 8503, status: 503 },
  database_unavailable: { code: 8504, status: 503 },
  name_taken: { code: 8510 },
  no_updates_left: { code: 8511 },
  text_refused: { code: 8512 },
  file_type: { code: 8551 },
  file_size: { code: 8552 },
  image_not_found: { code: 8553 },
  seal_bad: { code: 8601 },
  seal_key_unknown: { code: 8602 },
  plaintext_refused: { code: 8603 },
  seal_replay: { code: 8604 },
  refresh_token_expired: { code: 10010 },
} as const satisfies Record<string, ErrorEntry>

type Distinct<Errors> = {
  [Name in keyof Errors]: Errors[Name] extends CodeOf<Omit<Errors, Name>>
    ? { readonly code: 'a number that no other error has' }
    : ErrorEntry
}

type CodeOf<Errors> = {
  [Name in keyof Errors]: Pick<Errors[Name], 'code' & keyof Errors[Name]>
}[keyof Errors]

/** Names of errors whose numbers differ; equal ones do not compile. */
export type NamesOf<Errors extends Distinct<Errors>> = keyof Errors

/** Stable name of an error. */
export type ErrorName = NamesOf<typeof errors>

/** Errors that every endpoint may answer. */
export const commonErrors: readonly ErrorName[] = [
  'too_often',
  'bad_app',
  'csrf_error',
  'open_account_changed',
  'bad_parameter',
  'bad_body',
  'body_too_large',
  'unknown_operation',
  'method_not_allowed',
  'bad_content_type',
  'server_busy',
  'server_error',
  'shutting_down',
  'database_unavailable',
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
