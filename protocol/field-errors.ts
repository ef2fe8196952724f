import type { ErrorName } from './errors.ts'

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
  name: { missing: 'bad_parameter', malformed: 'text_refused' },
  subject_name: { missing: 'bad_parameter', malformed: 'text_refused' },
  deputy_name: { missing: 'bad_parameter', malformed: 'text_refused' },
  role_name: { missing: 'bad_parameter', malformed: 'text_refused' },
}
