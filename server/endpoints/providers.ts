import type { Received } from '#protocol/endpoint.ts'
import { preferredType } from '#protocol/preferred-types.ts'
import { knownProviders } from '#protocol/providers.ts'
import { codeMethods, signInMethods } from '#protocol/sign-in-methods.ts'
import type * as endpoints from '#protocol/web/providers.ts'
import { requireUsable } from '../accounts/accounts.ts'
import { recipientLogin, toLogin } from '../accounts/logins.ts'
import { maskEmail, toEmail, toMobile } from '../accounts/recipients.ts'
import { signedIn } from '../calls/call.ts'
import { captchaForLogin } from '../captcha/require-captcha.ts'
import { checkCode } from '../codes/check-code.ts'
import { pageOf } from '../lib/paging.ts'
import { PassportError } from '../lib/passport-error.ts'
import { linkAccount, unlinkProvider } from '../sign-in/link-account.ts'
import {
  describeLinkedAccount,
  describeLinkedAccounts,
} from '../linked-accounts/linked-account-info.ts'
import { checkPassword, lockWithSamePassword } from '../passwords/check-password.ts'
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
import type { Profile } from '../providers/provider-profile.ts'
import type { Services } from '../services/services.ts'
import { signInWithProvider } from '../sign-in/provider-login.ts'
import { signIn, type SignedIn } from '../sign-in/sign-in.ts'
import type { Recipient } from '../store/recipient.ts'
import { requireAccountLevel } from '../two-step/account-level.ts'
import { issueProofTicket } from '../two-step/proof-tickets.ts'
import { checkRisk } from '../two-step/risk-check.ts'
import { challengeLevel, requireStepUp, STEP_UP } from '../two-step/step-up.ts'
import type { Context, Handlers } from './handler.ts'

/** Handlers of `protocol/web/providers.ts`. */
export const providers = {
  authLogin: async (payload, context) => {
    if (context.method === 'GET') {
      await startOAuth(context, payload)
      return {}
    }
    const unknown = payload.confirm_register === 1 ? 'create' : 'offer'
    return await signInWithProvider(context, payload, unknown)
  },
  authLoginOnly: (payload, context) => signInWithProvider(context, payload, 'refuse'),

  authBindLogin: async (payload, context) => {
    const callback = await readCallback(context, { profile_key: payload.profile_key }, [])
    const claimAccount = await prepareOwner(context, payload)
    return await signIn(context, payload.next, async (tx) => {
      const account = await claimAccount(tx)
      const { secondMethod = '' } = context.progress
      await requireAccountLevel(tx, account, { method: 'provider', secondMethod })
      await callback.use(tx)
      await linkAccount(context, tx, account.id, callback.profile, linkOptionsOf(payload))
      return { account, isNew: false, method: 'provider' }
    })
  },

  authBind: async (payload, context) => {
    const { transaction } = context.services
    const { accountId } = signedIn(context)
    const callback = await readCallback(context, payload, ['bind'])
    try {
      if (!callback.hasStepUp) await challengeLevel(context, payload.ticket, 'auth_bind')
      const linkedAccount = await transaction(async (tx) => {
        if (!callback.hasStepUp) await requireStepUp(context, tx, payload.ticket)
        await callback.use(tx)
        return await linkAccount(context, tx, accountId, callback.profile, linkOptionsOf(payload))
      })
      return { ...describeLinkedAccount(context, linkedAccount), ...returnFields(callback) }
    } catch (error) {
      // A profile key does not tell when the owner was proved.
      const hasStepUp = callback.hasStepUp && payload.profile_key === undefined
      throw withReturnUrl(
        await withProfileKey(context, error, { ...callback, hasStepUp }),
        callback,
      )
    }
  },

  authUnbind: async (payload, context) => {
    const { transaction } = context.services
    const { accountId } = signedIn(context)
    const platform = providerNameOf(payload)
    await challengeLevel(context, payload.ticket, platform)
    await transaction(async (tx) => {
      await requireStepUp(context, tx, payload.ticket)
      await unlinkProvider(context, tx, accountId, platform)
    })
    return {}
  },

  authSwitchBind: async (payload, context) => {
    const { transaction } = context.services
    const { accountId } = signedIn(context)
    const callback = await readCallback(context, payload, [])
    if (payload.change_bind === 0) throw new PassportError('switch_confirm_needed')
    if (!callback.hasStepUp) await challengeLevel(context, payload.ticket, 'auth_switch_bind')
    const linkedAccount = await transaction(async (tx) => {
      if (!callback.hasStepUp) await requireStepUp(context, tx, payload.ticket)
      await callback.use(tx)
      const options = { kickOther: true, changeBind: false }
      return await linkAccount(context, tx, accountId, callback.profile, options)
    })
    return describeLinkedAccount(context, linkedAccount)
  },

  authVerify: async (payload, context) => {
    const { signInMethods: methods, transaction } = context.services
    const { account } = signedIn(context)
    const callback = await methods.provider.verify(context, account, payload)
    const ticket = await transaction(async (tx) => {
      await callback.use(tx)
      return await issueProofTicket(context, tx, STEP_UP, account.id, {
        type: 0,
        by: 'provider',
        ...(callback.scene === '' ? {} : { scene: callback.scene }),
      })
    })
    return { ticket, ...returnFields(callback) }
  },

  listConnections: async (payload, context) =>
    pageOf(await describeLinkedAccounts(context, signedIn(context).accountId), payload),

  listPlatforms: (payload, context) => {
    const list = context.services.providers.all.map(({ config }) => ({
      platform: config.name,
      platform_app_id: config.appId,
      name: config.title,
    }))
    return pageOf(list, payload)
  },

  oauthProfile: async (payload, context) => {
    const { accounts, linkedAccounts, providers: all } = context.services
    const key = await findProfile(context, payload.profile_key)
    if (key === undefined) throw new PassportError('platform_unknown_account')
    const { profile } = key
    const email = profile.isEmailVerified ? profile.email : ''
    const recipient = { channel: 'email', address: email } as const
    const owner = email === '' ? undefined : await accounts.findByRecipient(recipient)
    const linkedAccount = await linkedAccounts.find(profile.platform, profile.sub)
    return {
      platform: profile.platform,
      platform_app_id: knownProviders[profile.platform].appId,
      platform_title: all.find({ platform: profile.platform }).config.title,
      screen_name: profile.handle || profile.name,
      name: profile.name,
      avatar_url: profile.avatar,
      email: maskEmail(email),
      is_registered: owner === undefined ? 0 : 1,
      is_linked: linkedAccount === undefined ? 0 : 1,
    }
  },

  webLogin: async (payload, context) => {
    await startOAuth(context, payload)
    return {}
  },
} satisfies Handlers<typeof endpoints>

/** Checks the proof of the account to link; returns the function that uses it in a transaction. */
async function prepareOwner(
  context: Context,
  payload: Received<typeof endpoints.authBindLogin>,
): Promise<(tx: Services) => Promise<SignedIn['account']>> {
  const { accounts } = context.services
  const recipient = recipientOf(payload, context.params.a_region)
  if (payload.password !== undefined) {
    const login =
      recipient === undefined
        ? toLogin(payload.account ?? '', context.params.a_region)
        : recipientLogin(recipient)
    const { account, isBreached } = await checkPassword(
      context,
      login,
      payload.password,
      captchaForLogin(context, login),
    )
    await checkRisk(context, account, {
      firstFactor: 'knowledge',
      subject: login.text,
      isBreached,
    })
    return (tx) => lockWithSamePassword(tx, account)
  }
  if (recipient === undefined || payload.code === undefined) throw new PassportError('code_missing')
  const type = preferredType.login[recipient.channel]
  const proof = await checkCode(context, recipient, type, payload.code)
  const owner = await accounts.findByRecipient(recipient)
  if (owner !== undefined) {
    requireUsable(owner)
    const { factor } = signInMethods[codeMethods[recipient.channel]]
    await checkRisk(context, owner, { firstFactor: factor, subject: recipient.address })
  }
  return async (tx) => {
    await tx.codes.use(proof)
    const account = await tx.accounts.findByRecipient(recipient)
    if (account === undefined) throw new PassportError('unregistered')
    return account
  }
}

function recipientOf(
  { email, mobile }: { email?: string | undefined; mobile?: string | undefined },
  region: string | undefined,
): Recipient | undefined {
  if (email !== undefined) return toEmail(email)
  return mobile === undefined ? undefined : toMobile(mobile, region)
}

function providerNameOf(payload: CallbackParams): Profile['platform'] {
  const entry = Object.entries(knownProviders).find(
    ([name, { appId }]) =>
      (payload.platform ?? name) === name && (payload.platform_app_id ?? appId) === appId,
  )
  if (entry === undefined || (payload.platform ?? payload.platform_app_id) === undefined) {
    throw new PassportError('bad_parameter', {
      fields: [{ field: 'platform_app_id', rule: 'required' }],
    })
  }
  return entry[0] as Profile['platform']
}

// The key is bound to the session account, which decides whether the provider account moves.
async function withProfileKey(
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

function linkOptionsOf(payload: { kick_other: 0 | 1; change_bind: 0 | 1 }): {
  kickOther: boolean
  changeBind: boolean
} {
  return { kickOther: payload.kick_other === 1, changeBind: payload.change_bind === 1 }
}
