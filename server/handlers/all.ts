import type { groups } from '#protocol/index.ts'
import { binding } from './web/binding.ts'
import { captcha } from './captcha/calls.ts'
import { closing } from './web/closing.ts'
import { codes } from './web/codes.ts'
import { earlyAccess } from './web/early-access.ts'
import { identity } from './web/identity.ts'
import { host } from './web/host.ts'
import { keys } from './web/keys.ts'
import { login } from './web/login.ts'
import { password } from './web/password.ts'
import { plans } from './web/plans.ts'
import { profile } from './web/profile.ts'
import { promoCodes } from './web/promo-codes.ts'
import { qr } from './web/qr.ts'
import { registration } from './web/registration.ts'
import { security } from './web/security.ts'
import { session } from './web/session.ts'
import { sso } from './web/sso.ts'
import { verify } from './web/verify.ts'
import { thirdParty } from './web/third-party.ts'
import type { Handlers } from '../handler.ts'

/** The handlers of every group of rows; a group or row without one does not compile. */
export const handlers = {
  captcha,
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
} satisfies { [Group in keyof typeof groups]: Handlers<(typeof groups)[Group]> }
