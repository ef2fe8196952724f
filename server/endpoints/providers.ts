import type { Recipient } from '../store/recipient.ts'
import { preferredType } from '#protocol/preferred-types.ts'
import type { Received } from '#protocol/endpoint.ts'
import type * as endpoints from '#protocol/web/providers.ts'
import { requireUsable } from '../accounts/accounts.ts'
import { recipientLogin, toLogin } from '../accounts/logins.ts'
import { maskEmail, toEmail, toMobile } from '../accounts/recipients.ts'
import { signedIn } from '../calls/call.ts'
import type { Context, Handlers } from './handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Services } from '../services/services.ts'
import type { Profile } from '../providers/provider-profile.ts'
import { knownProviders } from '#protocol/providers.ts'
import { codeMethods, signInMethods } from '#protocol/sign-in-methods.ts'
import { linkAccount, unlinkProvider } from '../linked-accounts/link.ts'
import {
  describeLinkedAccount,
  describeLinkedAccounts,
} from '../linked-accounts/linked-account-info.ts'
import { requireStepUp, STEP_UP } from '../two-step/step-up.ts'
import { captchaForLogin } from '../captcha/require-captcha.ts'
import {
  readCallback,
  issueProfileKey,
  findProfile,
  returnFields,
  withReturnUrl,
  type ProviderCallback,
  type CallbackParams,
} from '../providers/oauth-callback.ts'
import { startOAuth } from '../providers/oauth-start.ts'
import { pageOf } from '../lib/paging.ts'
import { checkPassword, lockWithSamePassword } from '../passwords/check-password.ts'
import { checkCode } from '../codes/check-code.ts'
import { signInWithProvider } from '../sign-in/provider-login.ts'
import { issueProofTicket } from '../two-step/proof-tickets.ts'
import { signIn, type SignedIn } from '../sign-in/sign-in.ts'
import { checkRisk } from '../two-step/risk-check.ts'

/** Handlers of `protocol/web/providers.ts`. */
export const providers = {
  authLogin: async (call, context) => {
    if (context.method === 'GET') {
      await startOAuth(context, call)
      return {}
    }
    const unknown = call.confirm_register === 1 ? 'create' : 'offer'
    return await signInWithProvider(context, call, unknown)
  },
  authLoginOnly: (call, context) => signInWithProvider(context, call, 'refuse'),

  authBindLogin: async (call, context) => {
    const came = await readCallback(context, { profile_key: call.profile_key }, [])
    const prove = await proveOwner(context, call)
    const user = await signIn(context, call.next, async (tx) => {
      const account = await prove(tx)
      await came.use(tx)
      await linkAccount(context, tx, account.id, came.profile, wishesOf(call))
      return { account, isNew: false }
    })
    return user
  },

  authBind: async (call, context) => {
    const { transaction } = context.services
    const { accountId } = signedIn(context)
    const came = await readCallback(context, call, ['bind'])
    try {
      const connection = await transaction(async (tx) => {
        if (!came.hasStepUp) await requireStepUp(context, tx, call.ticket)
        await came.use(tx)
        return await linkAccount(context, tx, accountId, came.profile, wishesOf(call))
      })
      return { ...describeLinkedAccount(context, connection), ...returnFields(came) }
    } catch (error) {
      // A key that came of another says nothing about when its owner was proved.
      const hasStepUp = came.hasStepUp && call.profile_key === undefined
      throw withReturnUrl(await withKey(context, error, { ...came, hasStepUp }), came)
    }
  },

  authUnbind: async (call, context) => {
    const { transaction } = context.services
    const { accountId } = signedIn(context)
    const platform = platformOf(call)
    await transaction(async (tx) => {
      await requireStepUp(context, tx, call.ticket)
      await unlinkProvider(context, tx, accountId, platform)
    })
    return {}
  },

  authSwitchBind: async (call, context) => {
    const { transaction } = context.services
    const { accountId } = signedIn(context)
    const came = await readCallback(context, call, [])
    if (call.change_bind === 0) throw new PassportError('switch_confirm_needed')
    const connection = await transaction(async (tx) => {
      if (!came.hasStepUp) await requireStepUp(context, tx, call.ticket)
      await came.use(tx)
      const wishes = { kickOther: true, changeBind: false }
      return await linkAccount(context, tx, accountId, came.profile, wishes)
    })
    return describeLinkedAccount(context, connection)
  },

  authVerify: async (call, context) => {
    const { signInMethods: methods, transaction } = context.services
    const { account } = signedIn(context)
    const callback = await methods.provider.verify(context, account, call)
    const ticket = await transaction(async (tx) => {
      await callback.use(tx)
      return await issueProofTicket(context, tx, STEP_UP, account.id, { type: 0, by: 'provider' })
    })
    return { ticket, ...returnFields(callback) }
  },

  listConnections: async (call, context) =>
    pageOf(await describeLinkedAccounts(context, signedIn(context).accountId), call),

  listPlatforms: (call, context) => {
    const list = context.services.providers.all.map(({ config }) => ({
      platform: config.name,
      platform_app_id: config.appId,
      name: config.title,
    }))
    return pageOf(list, call)
  },

  oauthProfile: async (call, context) => {
    const { accounts, linkedAccounts, providers } = context.services
    const found = await findProfile(context, call.profile_key)
    if (found === undefined) throw new PassportError('platform_unknown_account')
    const { profile } = found
    const email = profile.isEmailVerified ? profile.email : ''
    const recipient = { channel: 'email', address: email } as const
    const owner = email === '' ? undefined : await accounts.findByRecipient(recipient)
    const held = await linkedAccounts.find(profile.platform, profile.sub)
    return {
      platform: profile.platform,
      platform_app_id: knownProviders[profile.platform].appId,
      platform_title: providers.find({ platform: profile.platform }).config.title,
      screen_name: profile.handle || profile.name,
      name: profile.name,
      avatar_url: profile.avatar,
      email: maskEmail(email),
      is_registered: owner === undefined ? 0 : 1,
      is_linked: held === undefined ? 0 : 1,
    }
  },

  webLogin: async (call, context) => {
    await startOAuth(context, call)
    return {}
  },
} satisfies Handlers<typeof endpoints>

async function proveOwner(
  context: Context,
  call: Received<typeof endpoints.authBindLogin>,
): Promise<(tx: Services) => Promise<SignedIn['account']>> {
  const { accounts } = context.services
  const recipient = targetOf(call, context.params.a_region)
  if (call.password !== undefined) {
    const login =
      recipient === undefined
        ? toLogin(call.account ?? '', context.params.a_region)
        : recipientLogin(recipient)
    const { account } = await checkPassword(
      context,
      login,
      call.password,
      captchaForLogin(context, login),
    )
    await checkRisk(context, account, { firstFactor: 'knowledge', subject: login.text })
    return (tx) => lockWithSamePassword(tx, account)
  }
  if (recipient === undefined || call.code === undefined) throw new PassportError('code_missing')
  const type = preferredType.login[recipient.channel]
  const proof = await checkCode(context, recipient, type, call.code)
  const known = await accounts.findByRecipient(recipient)
  if (known !== undefined) {
    requireUsable(known)
    const { factor } = signInMethods[codeMethods[recipient.channel]]
    await checkRisk(context, known, { firstFactor: factor, subject: recipient.address })
  }
  return async (tx) => {
    await tx.codes.use(proof)
    const account = await tx.accounts.findByRecipient(recipient)
    if (account === undefined) throw new PassportError('unregistered')
    return account
  }
}

function targetOf(
  { email, mobile }: { email?: string | undefined; mobile?: string | undefined },
  region: string | undefined,
): Recipient | undefined {
  if (email !== undefined) return toEmail(email)
  return mobile === undefined ? undefined : toMobile(mobile, region)
}

function platformOf(call: CallbackParams): Profile['platform'] {
  const found = Object.entries(knownProviders).find(
    ([name, { appId }]) =>
      (call.platform ?? name) === name && (call.platform_app_id ?? appId) === appId,
  )
  if (found === undefined || (call.platform ?? call.platform_app_id) === undefined) {
    throw new PassportError('bad_parameter', {
      fields: [{ field: 'platform_app_id', rule: 'required' }],
    })
  }
  return found[0] as Profile['platform']
}

// The key belongs to who is signed in: moving the third-party account is their decision.
async function withKey(
  context: Context,
  error: unknown,
  { profile, hasStepUp }: Pick<ProviderCallback, 'profile' | 'hasStepUp'>,
): Promise<unknown> {
  if (!(error instanceof PassportError)) return error
  if (error.error !== 'connect_switch' && error.error !== 'connect_exist') return error
  const { accountId } = signedIn(context)
  const key = await issueProfileKey(context, profile, { accountId, hasStepUp })
  return new PassportError(error.error, { ...error.data, profile_key: key })
}

function wishesOf(call: { kick_other: 0 | 1; change_bind: 0 | 1 }): {
  kickOther: boolean
  changeBind: boolean
} {
  return { kickOther: call.kick_other === 1, changeBind: call.change_bind === 1 }
}
