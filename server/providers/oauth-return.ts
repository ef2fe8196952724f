import { boolean, enums, create, object, string, optional } from 'superstruct'
import { providerNames, readOAuthState, type OAuthAction } from '#protocol/providers.ts'
import type { Call } from '../calls/call.ts'
import { HOUR_MS, SECOND_MS } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken } from '../lib/tokens.ts'
import type { RateLimits } from '../limits/limits.ts'
import type { Transaction } from '../store/transaction.ts'
import { browserOf, OAUTH_STATE, type OauthStartServices } from './oauth-start.ts'
import { profileShape, type Profile } from './provider-profile.ts'
import type { Provider } from './provider.ts'
import type { ProviderChoice } from './providers.ts'

/** Services that this module needs. */
export interface OauthReturnServices extends OauthStartServices {
  log: Log
  rateLimits: RateLimits
  transaction: Transaction<OauthReturnServices>
}

/** Purpose of the tickets that stand for a third-party account nobody here has yet. */
const PROFILE = 'third_party_profile'

/** What a call sends to show whose third-party account it is about. */
export interface CallbackParams extends ProviderChoice {
  code?: string | undefined
  state?: string | undefined
  iss?: string | undefined
  error?: string | undefined
  access_token?: string | undefined
  profile_key?: string | undefined
}

/** Somebody who has come back from a third party. */
export interface ProviderCallback {
  profile: Profile
  /** Where to go in the end; undefined where the call itself has to say. */
  next: string | undefined
  /** Origin of the page that waits for the popup; empty without one. */
  opener: string
  /** Whether it was shown, when the person left, that the session is theirs. */
  wasFresh: boolean
  /** Uses up what was shown, inside the transaction of what it allows. */
  use(tx: OauthReturnServices): Promise<void>
}

/** Codes and tokens from one network that a third party may refuse in an hour. */
const FAILURES_PER_HOUR = 100

const attemptShape = object({
  platform: enums(providerNames),
  action: string(),
  accountId: string(),
  verifier: string(),
  nonce: string(),
  redirectUri: string(),
  next: string(),
  opener: string(),
})

const keyShape = object({
  profile: profileShape,
  accountId: optional(string()),
  wasFresh: optional(boolean()),
})

/**
 * Reads who came back: from what the third party sent, from the token of an app, or from the key of
 * an earlier answer. @throws oauth_state_invalid, ticket_expired and the errors of third parties.
 */
export async function readCallback(
  context: Call<OauthReturnServices>,
  call: CallbackParams,
  actions: readonly OAuthAction[],
): Promise<ProviderCallback> {
  if (call.profile_key !== undefined) return await byKey(context, call.profile_key)
  const { providers } = context.services
  const provider = providers.find(call)
  if (call.access_token !== undefined) {
    const profile = await reportFailure(context, provider, () =>
      provider.fromToken(call.access_token ?? ''),
    )
    const use = (): Promise<void> => Promise.resolve()
    return { profile, next: undefined, opener: '', wasFresh: false, use }
  }
  return await byReturn(context, provider, call, actions)
}

/**
 * Hands out a key for a third-party account; with an `accountId` only that account can use it, and
 * `wasFresh` says that its owner was proved on the way.
 */
export async function issueKey(
  context: Call<OauthReturnServices>,
  profile: Profile,
  owner: { accountId?: string; wasFresh?: boolean } = {},
): Promise<string> {
  const { tickets } = context.services
  return await tickets.issue({
    purpose: PROFILE,
    aid: context.app.aid,
    holder: owner.accountId ?? hashToken(`${profile.platform} ${profile.sub}`),
    data: { profile, ...owner },
  })
}

/** The third-party account behind a key, which stays good; undefined for a dead key. */
export async function peekKey(
  context: Call<OauthReturnServices>,
  key: string,
): Promise<{ profile: Profile; wasFresh: boolean } | undefined> {
  const { tickets } = context.services
  const found = await tickets.peek(PROFILE, context.app.aid, key)
  if (found === undefined) return undefined
  const { profile, accountId, wasFresh = false } = create(found.data, keyShape)
  if (accountId !== undefined && accountId !== context.session?.accountId) return undefined
  return { profile, wasFresh }
}

async function byKey(context: Call<OauthReturnServices>, key: string): Promise<ProviderCallback> {
  const found = await peekKey(context, key)
  if (found === undefined) throw new PassportError('ticket_expired')
  return {
    ...found,
    next: undefined,
    opener: '',
    use: async (tx) => {
      await tx.tickets.claim(PROFILE, context.app.aid, key)
    },
  }
}

async function byReturn(
  context: Call<OauthReturnServices>,
  provider: Provider,
  call: CallbackParams,
  actions: readonly OAuthAction[],
): Promise<ProviderCallback> {
  const { tickets } = context.services
  const sent = call.state ?? ''
  const browser = browserOf(context)
  const state = readOAuthState(sent)
  if (state === undefined || browser === undefined) throw new PassportError('oauth_state_invalid')
  // Used up first, whatever follows: of many returns with one state a single one goes on.
  const { aid } = context.app
  const holder = hashToken(browser)
  const ticket = await tickets.use(OAUTH_STATE, aid, state.reference, holder)
  if (ticket === undefined) throw new PassportError('oauth_state_invalid')
  const { platform, action, accountId, next, opener, ...attempt } = create(
    ticket.data,
    attemptShape,
  )
  const isOwn = accountId === '' || accountId === context.session?.accountId
  if (platform !== provider.platform.name || !actions.some((one) => one === action) || !isOwn) {
    throw new PassportError('oauth_state_invalid')
  }
  const returned = new URLSearchParams({ state: sent })
  for (const name of ['code', 'iss', 'error'] as const) {
    const value = call[name]
    if (value !== undefined) returned.set(name, value)
  }
  if (call.code === undefined && call.error === undefined) {
    throw new PassportError('oauth_state_invalid')
  }
  try {
    const profile = await reportFailure(context, provider, () =>
      provider.redeem(returned, { ...attempt, state: sent }),
    )
    const use = (): Promise<void> => Promise.resolve()
    return { profile, next, opener, wasFresh: accountId !== '', use }
  } catch (error) {
    throw withReturnUrl(error, { next, opener })
  }
}

/** Adds to a refusal where the page of the return leads on to. */
export function withReturnUrl(
  error: unknown,
  { next, opener }: Pick<ProviderCallback, 'next' | 'opener'>,
): unknown {
  if (!(error instanceof PassportError)) return error
  const way = {
    ...(next === undefined ? {} : { next }),
    ...(opener === '' ? {} : { opener_origin: opener }),
  }
  return new PassportError(error.error, { ...error.data, ...way })
}

/** Where a return from a provider leads on to, as fields of a reply. */
export interface ReturnFields {
  redirect_url?: string
  opener_origin?: string
}

/** Returns where a return from a provider leads on to. */
export function returnFields({
  next,
  opener,
}: Pick<ProviderCallback, 'next' | 'opener'>): ReturnFields {
  return {
    ...(next === undefined ? {} : { redirect_url: next }),
    ...(opener === '' ? {} : { opener_origin: opener }),
  }
}

// The operator learns what the third party did; the caller only that it was the third party. Who
// fails again and again would have it shut us out: all ask it under our name.
async function reportFailure(
  context: Call<OauthReturnServices>,
  provider: Provider,
  ask: () => Promise<Profile>,
): Promise<Profile> {
  const { rateLimits } = context.services
  const budget = `third party ${context.caller.prefix}`
  if ((await rateLimits.read(budget)) >= FAILURES_PER_HOUR) {
    throw new PassportError('too_often', { retry_after: HOUR_MS / SECOND_MS })
  }
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PassportError) {
      if (error.error !== 'platform_unavailable') await rateLimits.count(budget, HOUR_MS)
      context.services.log.platformFailed(
        context.logId,
        provider.platform.name,
        error.error,
        reasonOf(error.cause),
      )
    }
    throw error
  }
}

// Names and codes only: messages of third parties may repeat what was sent to them.
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return ''
  const { code, error } = cause as { code?: unknown; error?: unknown }
  return [cause.name, code, error].filter((part) => typeof part === 'string').join(' ')
}
