import { boolean, enums, create, object, string, optional } from 'superstruct'
import { providerNames, readOAuthState, type OAuthAction } from '#protocol/providers.ts'
import type { Call } from '../calls/call.ts'
import { oauthStateCookie } from '../http/cookies.ts'
import { HOUR_MS, SECOND_MS } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken } from '../lib/tokens.ts'
import type { RateLimits } from '../limits/limits.ts'
import type { Transaction } from '../store/transaction.ts'
import { TICKET_LIFE_SECONDS } from '../tickets/tickets.ts'
import { browsersOf, OAUTH_STATE, type OauthStartServices } from './oauth-start.ts'
import { profileShape, type Profile } from './provider-profile.ts'
import type { Provider } from './provider.ts'
import type { ProviderChoice } from './providers.ts'

export interface OauthCallbackServices extends OauthStartServices {
  log: Log
  rateLimits: RateLimits
  transaction: Transaction<OauthCallbackServices>
}

/** Purpose of the ticket for a profile that is not linked yet. */
const PROFILE = 'third_party_profile'

/** The payload fields that a profile is read from. */
export interface CallbackParams extends ProviderChoice {
  code?: string | undefined
  state?: string | undefined
  iss?: string | undefined
  error?: string | undefined
  access_token?: string | undefined
  expires_in?: number | undefined
  openid?: string | undefined
  profile_key?: string | undefined
}

/** A valid callback from a provider. */
export interface ProviderCallback {
  profile: Profile
  /** Return URL that was stored at the start; undefined where only the call has one. */
  next: string | undefined
  /** Origin of the page that opened the popup; empty without one. */
  opener: string
  /** Whether the person passed a step-up at the start. */
  hasStepUp: boolean
  /** Operation that a verification was started for; empty for none in particular. */
  scene: string
  /** Uses the callback up, in the transaction of what it allows. */
  use(tx: OauthCallbackServices): Promise<void>
}

/** Defaults for a callback whose authorization was not started here. */
const withoutStart = { next: undefined, opener: '', hasStepUp: false, scene: '' }

/** Codes and tokens from one network that providers may refuse in an hour. */
const FAILURES_PER_HOUR = 100

const stateShape = object({
  platform: enums(providerNames),
  action: string(),
  accountId: string(),
  verifier: string(),
  nonce: string(),
  redirectUri: string(),
  next: string(),
  opener: string(),
  scene: string(),
})

const keyShape = object({
  profile: profileShape,
  /** Hash of the browser that came back from the provider; missing for apps, which have no cookie. */
  browser: optional(string()),
  accountId: optional(string()),
  hasStepUp: optional(boolean()),
})

/**
 * Reads the profile of a callback, of an app's access token, or of the key from an earlier reply.
 * @throws oauth_state_invalid, ticket_expired, too_often, platform_unavailable, platform_unauthorized,
 * platform_unusual
 */
export async function readCallback(
  context: Call<OauthCallbackServices>,
  params: CallbackParams,
  actions: readonly OAuthAction[],
): Promise<ProviderCallback> {
  const callback = await readProof(context, params, actions)
  if (params.openid !== undefined && params.openid !== callback.profile.sub) {
    throw withReturnUrl(new PassportError('platform_unauthorized'), callback)
  }
  return callback
}

async function readProof(
  context: Call<OauthCallbackServices>,
  params: CallbackParams,
  actions: readonly OAuthAction[],
): Promise<ProviderCallback> {
  const { access_token: accessToken, expires_in: expiresIn, profile_key: key } = params
  if (key !== undefined) return await readProfileKey(context, key)
  const { providers } = context.services
  const provider = providers.find(params)
  if (accessToken === undefined) return await redeemCallback(context, provider, params, actions)
  if (expiresIn !== undefined && expiresIn <= 0) throw new PassportError('platform_unauthorized')
  const profile = await countFailure(context, provider, () => provider.fromToken(accessToken))
  return { ...withoutStart, profile, use: useNothing }
}

/** Issues a key for a profile to this browser; with an `accountId` only that account can use it. */
export async function issueProfileKey(
  context: Call<OauthCallbackServices>,
  profile: Profile,
  owner: { accountId?: string; hasStepUp?: boolean } = {},
): Promise<string> {
  const { config, tickets } = context.services
  const [browser] = browsersOf(context)
  // The key lives longer than what is left of the cookie.
  if (browser !== undefined) {
    context.setCookie(oauthStateCookie(config, browser, TICKET_LIFE_SECONDS))
  }
  return await tickets.issue({
    purpose: PROFILE,
    aid: context.app.aid,
    holder: owner.accountId ?? hashToken(`${profile.platform} ${profile.sub}`),
    data: { profile, ...(browser && { browser: hashToken(browser) }), ...owner },
  })
}

/** Returns the profile of a key, which is not used up; undefined for an unknown or foreign key. */
export async function findProfile(
  context: Call<OauthCallbackServices>,
  key: string,
): Promise<{ profile: Profile; hasStepUp: boolean } | undefined> {
  const { tickets } = context.services
  const ticket = await tickets.peek(PROFILE, context.app.aid, key)
  if (ticket === undefined) return undefined
  const { profile, browser, accountId, hasStepUp = false } = create(ticket.data, keyShape)
  const isOther = browser !== undefined && !browsersOf(context).map(hashToken).includes(browser)
  if (isOther) return undefined
  if (accountId !== undefined && accountId !== context.session?.accountId) return undefined
  return { profile, hasStepUp }
}

async function readProfileKey(
  context: Call<OauthCallbackServices>,
  key: string,
): Promise<ProviderCallback> {
  const stored = await findProfile(context, key)
  if (stored === undefined) throw new PassportError('ticket_expired')
  return {
    ...withoutStart,
    ...stored,
    use: async (tx) => {
      await tx.tickets.claim(PROFILE, context.app.aid, key)
    },
  }
}

async function redeemCallback(
  context: Call<OauthCallbackServices>,
  provider: Provider,
  params: CallbackParams,
  actions: readonly OAuthAction[],
): Promise<ProviderCallback> {
  const { tickets } = context.services
  const { state = '' } = params
  const parsedState = readOAuthState(state)
  const browsers = browsersOf(context).map(hashToken)
  if (parsedState === undefined || browsers.length === 0) {
    throw new PassportError('oauth_state_invalid')
  }
  // Used up first, so that only one of several callbacks with the same state continues.
  const { aid } = context.app
  const ticket = await tickets.use(OAUTH_STATE, aid, parsedState.reference)
  if (ticket === undefined || !browsers.includes(ticket.holder)) {
    throw new PassportError('oauth_state_invalid')
  }
  const stored = create(ticket.data, stateShape)
  const { platform, action, accountId, next, opener, scene, ...attempt } = stored
  const isSameAccount = accountId === '' || accountId === context.session?.accountId
  const isExpected = platform === provider.config.name && actions.some((one) => one === action)
  const hasResult = params.code !== undefined || params.error !== undefined
  if (!isSameAccount || !isExpected || !hasResult) throw new PassportError('oauth_state_invalid')
  const query = new URLSearchParams({ state })
  for (const name of ['code', 'iss', 'error'] as const) {
    const value = params[name]
    if (value !== undefined) query.set(name, value)
  }
  try {
    const profile = await countFailure(context, provider, () =>
      provider.redeem(query, { ...attempt, state }),
    )
    // An attempt for an account was started after a step-up.
    return { profile, next, opener, hasStepUp: accountId !== '', scene, use: useNothing }
  } catch (error) {
    throw withReturnUrl(error, { next, opener })
  }
}

// The state or token was already used when the profile was read.
async function useNothing(): Promise<void> {}

/** Adds the return URL and the opener to a rejection, for the callback page. */
export function withReturnUrl(
  error: unknown,
  { next, opener }: Pick<ProviderCallback, 'next' | 'opener'>,
): unknown {
  if (!(error instanceof PassportError)) return error
  return new PassportError(error.error, {
    ...error.data,
    ...(next === undefined ? {} : { next }),
    ...(opener === '' ? {} : { opener_origin: opener }),
  })
}

/** The return URL and the opener, as fields of a reply. */
export interface ReturnFields {
  redirect_url?: string
  opener_origin?: string
}

/** Returns the return URL and the opener as fields of a reply. */
export function returnFields({
  next,
  opener,
}: Pick<ProviderCallback, 'next' | 'opener'>): ReturnFields {
  return {
    ...(next === undefined ? {} : { redirect_url: next }),
    ...(opener === '' ? {} : { opener_origin: opener }),
  }
}

// Limited by network: a provider that sees too many failures from this server might block it.
async function countFailure(
  context: Call<OauthCallbackServices>,
  provider: Provider,
  readProfile: () => Promise<Profile>,
): Promise<Profile> {
  const { log, rateLimits } = context.services
  const limitKey = `third party ${context.caller.prefix}`
  if ((await rateLimits.read(limitKey, HOUR_MS)) >= FAILURES_PER_HOUR) {
    throw new PassportError('too_often', { retry_after: HOUR_MS / SECOND_MS })
  }
  try {
    return await readProfile()
  } catch (error) {
    if (error instanceof PassportError) {
      if (error.error !== 'platform_unavailable') await rateLimits.count(limitKey, HOUR_MS)
      const reason = reasonOf(error.cause)
      log.providerFailed(context.logId, provider.config.name, error.error, reason)
    }
    throw error
  }
}

// Names and codes only, because messages of providers may repeat what was sent to them.
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return ''
  const { code, error } = cause as { code?: unknown; error?: unknown }
  return [cause.name, code, error].filter((part) => typeof part === 'string').join(' ')
}
