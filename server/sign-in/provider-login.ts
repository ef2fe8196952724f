import type { User } from '#protocol/objects.ts'
import { nextUrlOf } from '../apps/next-url.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import { registerFromProfile, type LinkServices } from '../linked-accounts/link.ts'
import {
  issueKey,
  readCallback,
  returnFields,
  withReturnUrl,
  type CallbackParams,
  type OauthReturnServices,
  type ReturnFields,
} from '../providers/oauth-return.ts'
import type { Profile } from '../providers/provider-profile.ts'
import type { Transaction } from '../store/transaction.ts'
import { checkRisk } from '../two-step/risk-check.ts'
import { signIn, type SignInServices } from './sign-in.ts'

/** Services that this module needs. */
export interface ProviderLoginServices extends SignInServices, OauthReturnServices, LinkServices {
  linkedAccounts: LinkServices['linkedAccounts']
  transaction: Transaction<ProviderLoginServices>
}

/**
 * Signs in with what a provider sent back. @throws unregistered, platform_unknown_account with a key
 * to go on, second_verify and what a return that is not valid throws
 */
export async function signInWithProvider(
  context: Call<ProviderLoginServices>,
  call: CallbackParams & { next?: string | undefined; name?: string | undefined },
  unknown: 'offer' | 'create' | 'refuse',
): Promise<User & Omit<ReturnFields, 'redirect_url'>> {
  const came = await readCallback(context, call, ['login', 'oauth'])
  const { profile } = came
  const next = call.next ?? came.next
  try {
    const isKnown = await ensureKnown(context, call, profile, unknown)
    const user = await signIn(context, next, async (tx) => {
      await came.use(tx)
      if (!isKnown)
        return { account: await registerFromProfile(context, tx, profile, call.name), isNew: true }
      const account = await tx.linkedAccounts.open(profile)
      if (account === undefined) throw new PassportError('unregistered')
      return { account, isNew: false }
    })
    return { ...user, ...returnFields({ ...came, next: undefined }) }
  } catch (error) {
    throw withReturnUrl(error, { ...came, next: next && nextUrlOf(context, next) })
  }
}

// Before anything is done or used up: after a second verification the call comes again, by key.
async function ensureKnown(
  context: Call<ProviderLoginServices>,
  call: CallbackParams,
  profile: Profile,
  unknown: 'offer' | 'create' | 'refuse',
): Promise<boolean> {
  const { accounts, linkedAccounts } = context.services
  const key = (): Promise<string> =>
    call.profile_key === undefined ? issueKey(context, profile) : Promise.resolve(call.profile_key)
  const held = await linkedAccounts.find(profile.platform, profile.sub)
  const account = held && (await accounts.byId(held.accountId))
  if (account === undefined) {
    if (unknown === 'create') return false
    if (unknown === 'refuse') throw new PassportError('unregistered')
    throw new PassportError('platform_unknown_account', { profile_key: await key() })
  }
  try {
    const about = `${profile.platform} ${profile.sub}`
    await checkRisk(context, account, { firstFactor: 'linkedAccount', about })
    return true
  } catch (error) {
    if (!(error instanceof PassportError) || error.error !== 'second_verify') throw error
    throw new PassportError('second_verify', { ...error.data, profile_key: await key() })
  }
}
