import { writeOAuthState, type OAuthAction, type ProviderName } from '#protocol/providers.ts'
import type { Apps } from '../apps/apps.ts'
import { nextUrlOf } from '../apps/next-url.ts'
import { isOwnSite } from '../apps/own-site.ts'
import type { Call } from '../calls/call.ts'
import { OAUTH_STATE_COOKIE, oauthStateCookie, readTokens } from '../http/cookies.ts'
import { pagePath } from '../lib/page-path.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken } from '../lib/tokens.ts'
import type { Transaction } from '../store/transaction.ts'
import { TICKET_LIFE_SECONDS } from '../tickets/tickets.ts'
import { requireStepUp } from '../two-step/step-up.ts'
import { randomText } from './provider.ts'
import type { RiskCheckServices } from '../two-step/risk-check.ts'
import type { Providers, ProviderChoice } from './providers.ts'

export interface OauthStartServices extends RiskCheckServices {
  apps: Apps
  providers: Providers
  transaction: Transaction<OauthStartServices>
}

/** Purpose of the ticket behind the `state` parameter; its holder is the browser. */
export const OAUTH_STATE = 'oauth_state'

/** The payload that starts a journey to a provider. */
export interface StartParams extends ProviderChoice {
  next?: string | undefined
  is_local_host: 0 | 1
  action: OAuthAction
  opener_origin?: string | undefined
  ticket?: string | undefined
}

/** Providers at which an address of its own is registered. */
const hasOwnPage: ReadonlySet<ProviderName> = new Set(['github', 'google', 'vercel'])

/** Returns the page of the site that is registered as callback at a provider. */
export function callbackPath(platform: ProviderName, action: OAuthAction): string {
  if (platform === 'google' && (action === 'verify' || action === 'delete_account')) {
    return '/google-verify-callback'
  }
  return hasOwnPage.has(platform)
    ? `/${platform}-oauth-callback`
    : `/third-party-oauth-callback/${platform}`
}

/** Redirects the browser to a provider, or to a page that shows the error. */
export async function startOAuth(
  context: Call<OauthStartServices>,
  params: StartParams,
): Promise<void> {
  try {
    context.redirect(loopbackUrl(context, params) ?? (await authorizeUrl(context, params)))
  } catch (error) {
    if (!(error instanceof PassportError)) throw error
    const query = new URLSearchParams({ error: error.error, next: nextUrlOf(context, params.next) })
    const page = pagePath('/third-party-oauth', context.language)
    context.redirect(`${page}?${query.toString()}`, error)
  }
}

// The callback goes to PUBLIC_ORIGIN, and cookies of localhost and 127.0.0.1 are separate.
function loopbackUrl(context: Call<OauthStartServices>, params: StartParams): string | undefined {
  const { config } = context.services
  const { host, port } = new URL(config.PUBLIC_ORIGIN)
  const requestedHost = context.header('host') ?? host
  if (!config.isLoopback || requestedHost === host || params.action !== 'login') return undefined
  if (requestedHost !== `localhost:${port}` && requestedHost !== `127.0.0.1:${port}`) {
    return undefined
  }
  const query = new URLSearchParams({
    aid: String(context.app.aid),
    language: context.language,
    next: nextUrlOf(context, params.next),
    is_local_host: String(params.is_local_host),
    ...(params.opener_origin === undefined ? {} : { opener_origin: params.opener_origin }),
    ...(params.platform === undefined ? {} : { platform: params.platform }),
    ...(params.platform_app_id === undefined
      ? {}
      : { platform_app_id: String(params.platform_app_id) }),
  })
  return `${config.PUBLIC_ORIGIN}/passport/web/web_login?${query.toString()}`
}

async function authorizeUrl(
  context: Call<OauthStartServices>,
  params: StartParams,
): Promise<string> {
  const { config, providers, tickets } = context.services
  const provider = providers.find(params)
  const { name } = provider.config
  const { action } = params
  const isSignIn = action === 'login' || action === 'oauth'
  const accountId = isSignIn ? '' : await requireOwner(context, params)
  const browser = browsersOf(context)[0] ?? randomText()
  context.setCookie(oauthStateCookie(config, browser, TICKET_LIFE_SECONDS))
  const attempt = {
    verifier: randomText(),
    nonce: randomText(),
    redirectUri: config.SITE_ORIGIN + callbackPath(name, action),
  }
  const reference = await tickets.issue({
    purpose: OAUTH_STATE,
    aid: context.app.aid,
    holder: hashToken(browser),
    data: {
      ...attempt,
      platform: name,
      action,
      accountId,
      next: returnUrlOf(context, params),
      opener: openerOf(context, params.opener_origin),
      scene: context.params.scene ?? '',
    },
  })
  const { aid } = context.app
  const state = writeOAuthState({ reference, aid, action, language: context.language })
  return await provider.authorizeUrl({ ...attempt, state })
}

/** Returns the values of the cookie that binds a callback to the browser that started, ours among them. */
export function browsersOf(context: Pick<Call<unknown>, 'header'>): string[] {
  return readTokens(context.header('cookie'), OAUTH_STATE_COOKIE)
}

async function requireOwner(
  context: Call<OauthStartServices>,
  params: StartParams,
): Promise<string> {
  const { session } = context
  if (session === undefined) throw new PassportError('session_expired')
  // Otherwise a link on another site could link an account of its author to this person's account.
  if (!isOwnSite(context)) throw new PassportError('csrf_error')
  // Before the journey, so that it is not made in vain.
  if (params.action === 'bind') {
    await context.services.transaction((tx) => requireStepUp(context, tx, params.ticket))
  }
  return session.accountId
}

function returnUrlOf(context: Call<OauthStartServices>, params: StartParams): string {
  const next = nextUrlOf(context, params.next)
  return next.startsWith('http:') && params.is_local_host === 0 ? '/' : next
}

function openerOf(context: Call<OauthStartServices>, origin: string | undefined): string {
  const { apps, config } = context.services
  if (origin === undefined) return ''
  return origin === config.PUBLIC_ORIGIN || apps.allows(context.app, origin) ? origin : ''
}
