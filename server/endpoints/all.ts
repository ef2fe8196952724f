import type { groups } from '#protocol/index.ts'
import { accountDeletion } from './account-deletion.ts'
import { binding } from './binding.ts'
import { captcha } from './captcha-calls.ts'
import { codes } from './codes.ts'
import { earlyAccess } from './early-access.ts'
import type { Handlers } from './handler.ts'
import { hostedSignIn } from './hosted-sign-in.ts'
import { identity } from './identity.ts'
import { invitations } from './invitations.ts'
import { keys } from './keys.ts'
import { login } from './login.ts'
import { managerTransfer } from './manager-transfer.ts'
import { members } from './members.ts'
import { methods } from './methods.ts'
import { oauthGrants } from './oauth-grants.ts'
import { openAuthorization } from './open-authorization.ts'
import { openSignIn } from './open-sign-in.ts'
import { openQr } from './open-qr.ts'
import { openTokens } from './open-tokens.ts'
import { organizationDomains } from './organization-domains.ts'
import { organizationEvents } from './organization-events.ts'
import { organizationPolicy } from './organization-policy.ts'
import { organizations } from './organizations.ts'
import { accountRecovery } from './account-recovery.ts'
import { passkeys } from './passkeys.ts'
import { password } from './password.ts'
import { permissionCheck } from './permission-check.ts'
import { personalData } from './personal-data.ts'
import { plans } from './plans.ts'
import { profile } from './profile.ts'
import { promoCodes } from './promo-codes.ts'
import { providers } from './providers.ts'
import { qr } from './qr.ts'
import { registration } from './registration.ts'
import { roles } from './roles.ts'
import { security } from './security.ts'
import { session } from './session.ts'
import { sso } from './sso.ts'
import { verify } from './verify.ts'

/** Handlers of every group of endpoints. */
export const handlers = {
  captcha,
  codes,
  login,
  registration,
  identity,
  session,
  sso,
  hostedSignIn,
  verify,
  methods,
  accountRecovery,
  passkeys,
  password,
  providers,
  binding,
  accountDeletion,
  profile,
  qr,
  keys,
  security,
  personalData,
  earlyAccess,
  promoCodes,
  plans,
  oauthGrants,
  openAuthorization,
  openSignIn,
  openQr,
  openTokens,
  organizations,
  members,
  roles,
  invitations,
  permissionCheck,
  managerTransfer,
  organizationEvents,
  organizationPolicy,
  organizationDomains,
} satisfies { [Group in keyof typeof groups]: Handlers<(typeof groups)[Group]> }
