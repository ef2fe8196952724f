import * as binding from './web/binding.ts'
import * as captcha from './captcha/calls.ts'
import type { Endpoint } from './endpoint.ts'
import * as forms from './forms.ts'
import * as host from './web/host.ts'
import * as identity from './web/identity.ts'
import * as closing from './web/closing.ts'
import * as telemetry from './telemetry.ts'
import * as codes from './web/codes.ts'
import * as earlyAccess from './web/early-access.ts'
import * as keys from './web/keys.ts'
import * as login from './web/login.ts'
import * as password from './web/password.ts'
import * as plans from './web/plans.ts'
import * as profile from './web/profile.ts'
import * as promoCodes from './web/promo-codes.ts'
import * as qr from './web/qr.ts'
import * as registration from './web/registration.ts'
import * as security from './web/security.ts'
import * as session from './web/session.ts'
import * as sso from './web/sso.ts'
import * as verify from './web/verify.ts'
import * as thirdParty from './web/third-party.ts'

/** Every group of rows: one file each, whose exports are rows and nothing else. */
export const groups = {
  codes,
  login,
  registration,
  identity,
  session,
  sso,
  host,
  verify,
  password,
  thirdParty,
  binding,
  closing,
  profile,
  qr,
  keys,
  security,
  earlyAccess,
  promoCodes,
  plans,
  captcha,
} as const satisfies Record<string, Record<string, Endpoint>>

/** Every row of every group. */
export const allRows: readonly Endpoint[] = Object.values<Record<string, Endpoint>>(groups).flatMap(
  (rows) => Object.values(rows),
)

/** The rows of the collectors, which answer outside the envelope. */
export const plainRows = [
  telemetry.askWebId,
  telemetry.collectEvents,
  telemetry.collectMonitoring,
] as const

/** The rows for browsers without JavaScript. */
export const formRows = [
  forms.loginForm,
  forms.signUpForm,
  forms.resetPasswordForm,
  forms.logoutForm,
  forms.qrForm,
] as const
