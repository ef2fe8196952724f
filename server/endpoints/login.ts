import { SESSION_HEADER } from '#protocol/headers.ts'
import { preferredType } from '#protocol/preferred-types.ts'
import type * as endpoints from '#protocol/web/login.ts'
import { recipientLogin, toLogin } from '../accounts/logins.ts'
import { toEmail, toMobile, toRecipient } from '../accounts/recipients.ts'
import { isOwnSite } from '../apps/own-site.ts'
import { isForeignPage } from '../apps/require-origin.ts'
import { signedIn } from '../calls/call.ts'
import { lastSentType } from '../codes/check-code.ts'
import { describeLinkedAccounts } from '../linked-accounts/linked-account-info.ts'
import { membershipOf } from '../organizations/membership-info.ts'
import { continueLogin, loginByCode } from '../sign-in/code-login.ts'
import { loginByPassword } from '../sign-in/password-login.ts'
import { describeUser } from '../sign-in/sign-in.ts'
import { issueSsoTicket } from '../sso/sso-ticket.ts'
import type { Login } from '../store/recipient.ts'
import { toSeconds } from '../lib/clock.ts'
import type { Account } from '../store/schema/accounts.ts'
import { accountLevel, methodsReaching } from '../two-step/account-level.ts'
import { describeMethods } from '../two-step/method-listing.ts'
import type { Context, Handlers } from './handler.ts'

/** Handlers of `protocol/web/login.ts`. */
export const login = {
  smsLogin: (payload, context) =>
    loginByCode(context, toMobile(payload.mobile, context.params.a_region), {
      ...payload,
      unknown: unknownAddressOption(context, payload.login_only),
      next: payload.next ?? payload.service,
    }),

  smsLoginOnly: (payload, context) =>
    loginByCode(context, toMobile(payload.mobile, context.params.a_region), {
      ...payload,
      unknown: 'refuse',
      next: payload.next ?? payload.service,
    }),

  smsLoginContinue: (payload, context) =>
    continueLogin(
      context,
      payload.sms_login_key,
      { isConfirmed: payload.confirm_register === 1, membershipId: payload.user_identity_id },
      payload.next ?? payload.service,
    ),

  emailCodeLogin: async (payload, context) => {
    const recipient = toRecipient(payload, context.params.a_region)
    const defaultType = preferredType.login[recipient.channel]
    return await loginByCode(context, recipient, {
      ...payload,
      type: payload.type ?? (await lastSentType(context, recipient, defaultType)),
      unknown: unknownAddressOption(context, payload.login_only),
      next: payload.next ?? payload.service,
    })
  },

  registerVerifyLogin: async (payload, context) => {
    const recipient = toRecipient(payload, context.params.a_region)
    const defaultType = preferredType.register[recipient.channel]
    return await loginByCode(context, recipient, {
      ...payload,
      type: payload.type ?? (await lastSentType(context, recipient, defaultType)),
      unknown: 'create',
      next: payload.next ?? payload.service,
    })
  },

  emailLogin: (payload, context) =>
    loginByPassword(context, recipientLogin(toEmail(payload.email)), payload),

  passwordLogin: (payload, context) =>
    loginByPassword(context, readLogin(payload, context.params.a_region), payload),

  accountInfo: async (payload, context) => {
    const session = signedIn(context)
    await context.services.sessions.touch(session)
    const membership = membershipOf(context, session)
    const user = describeUser(context, session.account, {
      // Scripts must not learn the session token of the cookie.
      sessionKey: context.header(SESSION_HEADER) ?? '',
      sessionExpiresAt: session.expiresAt,
      membership,
      showEmail: payload.get_info_type === 2,
      // Pages of others that embed the element need no number to call or to text.
      showMobile: payload.get_info_type === 2 && isOwnSite(context) && !isForeignPage(context),
    })
    const ssoTicket =
      payload.need_ticket === 1 && (await issueSsoTicket(context, session, payload.service))
    const connects = session.hasLinkedAccounts
      ? await describeLinkedAccounts(context, session.accountId)
      : []
    const { sec_subject_uid: organizationId = '' } = user
    const stepUp = await stepUpOf(context, session.account)
    return {
      ...user,
      connects,
      has_login: 1,
      sec_subject_uid: organizationId,
      ...stepUp,
      ...(session.recoveryReadyAt !== null &&
        context.services.config.RECOVERY_HOURS > 0 && {
          recovery_ready_at: toSeconds(session.recoveryReadyAt),
        }),
      ...ssoTicket,
    }
  },
} satisfies Handlers<typeof endpoints>

// Addresses and the password are in the reply; only an account of a higher level needs to name ways.
async function stepUpOf(
  { services }: Context,
  account: Account,
): Promise<{ step_up_ways?: string[] }> {
  const level = await accountLevel(services, account)
  if (level === 1) return {}
  const ways = describeMethods(await methodsReaching(services, account, level))
  return { step_up_ways: ways.map(({ verify_way }) => verify_way) }
}

function unknownAddressOption({ app }: Context, loginOnly: 0 | 1): 'create' | 'ask' | 'refuse' {
  if (loginOnly === 1) return 'refuse'
  return app.settings.confirm_register ? 'ask' : 'create'
}

/** Returns what somebody signs in with by a password, from whichever field it came in. */
export function readLogin(
  payload: {
    email?: string | undefined
    mobile?: string | undefined
    username?: string | undefined
    account?: string | undefined
  },
  region: string | undefined,
): Login {
  if (payload.email !== undefined) return recipientLogin(toEmail(payload.email))
  if (payload.mobile !== undefined) return recipientLogin(toMobile(payload.mobile, region))
  return toLogin(payload.account ?? payload.username ?? '', region)
}
