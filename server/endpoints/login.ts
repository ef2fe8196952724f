import type { Login } from '../store/recipient.ts'
import { preferredType } from '#protocol/preferred-types.ts'
import { SESSION_HEADER } from '#protocol/headers.ts'
import type * as endpoints from '#protocol/web/login.ts'
import { recipientLogin, toLogin } from '../accounts/logins.ts'
import { toEmail, toMobile, toRecipient } from '../accounts/recipients.ts'
import { signedIn } from '../calls/call.ts'
import type { Context, Handlers } from './handler.ts'
import { continueLogin, loginByCode } from '../sign-in/code-login.ts'
import { lastSentType } from '../codes/check-code.ts'
import { membershipOf } from '../organizations/membership-info.ts'
import { describeLinkedAccounts } from '../linked-accounts/linked-account-info.ts'
import { loginByPassword } from '../sign-in/password-login.ts'
import { describeUser } from '../sign-in/sign-in.ts'
import { issueSsoTicket } from '../sso/sso-ticket.ts'

/** Handlers of `protocol/web/login.ts`. */
export const login = {
  smsLogin: (call, context) =>
    loginByCode(context, toMobile(call.mobile, context.params.a_region), {
      ...call,
      unknown: unknownFor(context, call.login_only),
      next: call.next ?? call.service,
    }),

  smsLoginOnly: (call, context) =>
    loginByCode(context, toMobile(call.mobile, context.params.a_region), {
      ...call,
      unknown: 'refuse',
      next: call.next ?? call.service,
    }),

  smsLoginContinue: (call, context) =>
    continueLogin(
      context,
      call.sms_login_key,
      { isConfirmed: call.confirm_register === 1, membershipId: call.user_identity_id },
      call.next ?? call.service,
    ),

  emailCodeLogin: async (call, context) => {
    const recipient = toRecipient(call, context.params.a_region)
    const usual = preferredType.login[recipient.channel]
    return await loginByCode(context, recipient, {
      ...call,
      type: call.type ?? (await lastSentType(context, recipient, usual)),
      unknown: unknownFor(context, call.login_only),
      next: call.next ?? call.service,
    })
  },

  registerVerifyLogin: async (call, context) => {
    const recipient = toRecipient(call, context.params.a_region)
    const usual = preferredType.register[recipient.channel]
    return await loginByCode(context, recipient, {
      ...call,
      type: call.type ?? (await lastSentType(context, recipient, usual)),
      unknown: 'create',
      next: call.next ?? call.service,
    })
  },

  emailLogin: (call, context) =>
    loginByPassword(context, recipientLogin(toEmail(call.email)), call),

  passwordLogin: (call, context) =>
    loginByPassword(context, readLogin(call, context.params.a_region), call),

  accountInfo: async (call, context) => {
    const session = signedIn(context)
    await context.services.sessions.touch(session)
    const membership = await membershipOf(context, session)
    const described = describeUser(context, session.account, {
      // Only to who sent it as a header: a script of a page must not learn what is in the cookie.
      sessionKey: context.header(SESSION_HEADER) ?? '',
      sessionExpiresAt: session.expiresAt,
      membership,
      showEmail: call.get_info_type === 2,
    })
    const handed = call.need_ticket === 1 && (await issueSsoTicket(context, session, call.service))
    const connects = session.hasLinkedAccounts
      ? await describeLinkedAccounts(context, session.accountId)
      : []
    const { sec_subject_uid: subject = '' } = described
    return { ...described, connects, has_login: 1, sec_subject_uid: subject, ...handed }
  },
} satisfies Handlers<typeof endpoints>

function unknownFor({ app }: Context, loginOnly: 0 | 1): 'create' | 'ask' | 'refuse' {
  if (loginOnly === 1) return 'refuse'
  return app.settings.confirm_register ? 'ask' : 'create'
}

function readLogin(
  call: {
    email?: string | undefined
    mobile?: string | undefined
    username?: string | undefined
    account?: string | undefined
  },
  region: string | undefined,
): Login {
  if (call.email !== undefined) return recipientLogin(toEmail(call.email))
  if (call.mobile !== undefined) return recipientLogin(toMobile(call.mobile, region))
  return toLogin(call.account ?? call.username ?? '', region)
}
