import * as captcha from './captcha/calls.ts'
import type { Endpoint } from './endpoint.ts'
import * as members from './web/members.ts'
import * as methods from './web/methods.ts'
import * as oauthGrants from './web/oauth-grants.ts'
import * as openAuthorization from './web/open-authorization.ts'
import * as openSignIn from './web/open-sign-in.ts'
import * as openQr from './web/open-qr.ts'
import * as openTokens from './web/open-tokens.ts'
import * as organizations from './web/organizations.ts'
import * as roles from './web/roles.ts'
import * as forms from './forms.ts'
import * as telemetry from './telemetry.ts'
import * as accountDeletion from './web/account-deletion.ts'
import * as binding from './web/binding.ts'
import * as codes from './web/codes.ts'
import * as earlyAccess from './web/early-access.ts'
import * as hostedSignIn from './web/hosted-sign-in.ts'
import * as identity from './web/identity.ts'
import * as invitations from './web/invitations.ts'
import * as keys from './web/keys.ts'
import * as login from './web/login.ts'
import * as managerTransfer from './web/manager-transfer.ts'
import * as organizationDomains from './web/organization-domains.ts'
import * as organizationEvents from './web/organization-events.ts'
import * as organizationPolicy from './web/organization-policy.ts'
import * as accountRecovery from './web/account-recovery.ts'
import * as passkeys from './web/passkeys.ts'
import * as password from './web/password.ts'
import * as permissionCheck from './web/permission-check.ts'
import * as personalData from './web/personal-data.ts'
import * as plans from './web/plans.ts'
import * as profile from './web/profile.ts'
import * as promoCodes from './web/promo-codes.ts'
import * as providers from './web/providers.ts'
import * as qr from './web/qr.ts'
import * as registration from './web/registration.ts'
import * as security from './web/security.ts'
import * as session from './web/session.ts'
import * as sso from './web/sso.ts'
import * as verify from './web/verify.ts'

/** Endpoints by group; every file of a group exports endpoints only. */
export const groups = {
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
  captcha,
} as const satisfies Record<string, Record<string, Endpoint>>

/** Every endpoint with an envelope as reply. */
export const allEndpoints: readonly Endpoint[] = Object.values<Record<string, Endpoint>>(
  groups,
).flatMap((group) => Object.values(group))

/** Telemetry endpoints, whose replies have no envelope. */
export const collectorEndpoints = [
  telemetry.issueVisitorId,
  telemetry.collectEvents,
  telemetry.collectMonitoring,
] as const

/** Plain forms for browsers without JavaScript. */
export const formEndpoints = [
  forms.loginForm,
  forms.signUpForm,
  forms.resetPasswordForm,
  forms.logoutForm,
  forms.endSessionForm,
  forms.notMeForm,
  forms.recoverForm,
  forms.levelForm,
  forms.authorizeForm,
  forms.deviceForm,
  forms.qrConsentForm,
  forms.invitationForm,
  forms.identityForm,
  forms.accountForm,
  forms.qrForm,
] as const
