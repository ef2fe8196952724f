import type { User } from '#protocol/objects.ts'
import { loginTexts } from '../accounts/logins.ts'
import { nextUrlOf } from '../apps/next-url.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import { registerFromProfile } from './link-account.ts'
import {
  issueProfileKey,
  readCallback,
  returnFields,
  withReturnUrl,
  type CallbackParams,
  type ReturnFields,
} from '../providers/oauth-callback.ts'
import type { Profile } from '../providers/provider-profile.ts'
import { checkRisk } from '../two-step/risk-check.ts'
import { signIn } from './sign-in.ts'
import type { Services } from '../services/services.ts'

/**
 * Signs in with a callback from a provider; `unknown` says what happens without a linked account.
 * @throws unregistered, platform_unknown_account or second_verify with a key to continue, and what
 * `readCallback` and `signIn` throw
 */
export async function signInWithProvider(
  context: Call<Services>,
  params: CallbackParams & { next?: string | undefined; name?: string | undefined },
  unknown: 'offer' | 'create' | 'refuse',
): Promise<User & Omit<ReturnFields, 'redirect_url'>> {
  const callback = await readCallback(context, params, ['login', 'oauth'])
  const { profile } = callback
  const next = params.next ?? callback.next
  try {
    const isLinked = await checkLinkedAccount(context, params, profile, unknown)
    const user = await signIn(context, next, async (tx) => {
      await callback.use(tx)
      if (!isLinked) {
        const account = await registerFromProfile(context, tx, profile, params.name)
        return { account, isNew: true, method: 'provider' }
      }
      const account = await tx.linkedAccounts.open(profile)
      if (account === undefined) throw new PassportError('unregistered')
      return { account, isNew: false, method: 'provider' }
    })
    return { ...user, ...returnFields({ ...callback, next: undefined }) }
  } catch (error) {
    throw withReturnUrl(error, { ...callback, next: next && nextUrlOf(context, next) })
  }
}

// Returns whether an account is linked, after the risk check of that account.
async function checkLinkedAccount(
  context: Call<Services>,
  params: CallbackParams,
  profile: Profile,
  unknown: 'offer' | 'create' | 'refuse',
): Promise<boolean> {
  const { accounts, linkedAccounts } = context.services
  // The callback is used up, so the call is sent again with a key in its place.
  const keyToContinue = async (): Promise<string> =>
    params.profile_key ?? (await issueProfileKey(context, profile))
  const linkedAccount = await linkedAccounts.find(profile.platform, profile.sub)
  const account = linkedAccount && (await accounts.byId(linkedAccount.accountId))
  if (account === undefined) {
    if (unknown === 'create') return false
    if (unknown === 'refuse') throw new PassportError('unregistered')
    throw new PassportError('platform_unknown_account', { profile_key: await keyToContinue() })
  }
  context.progress.subject = loginTexts(account)[0] ?? ''
  try {
    const subject = `${profile.platform} ${profile.sub}`
    await checkRisk(context, account, { firstFactor: 'linkedAccount', subject })
    return true
  } catch (error) {
    if (!(error instanceof PassportError) || error.error !== 'second_verify') throw error
    throw new PassportError('second_verify', { ...error.data, profile_key: await keyToContinue() })
  }
}
