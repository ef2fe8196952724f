import { writeOAuthState, type OAuthAction, type ProviderName } from '#protocol/providers.ts'
import type { Apps } from '../apps/apps.ts'
import { nextUrlOf } from '../apps/next-url.ts'
import type { Call } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import { OAUTH_STATE_COOKIE, oauthStateCookie, readCookie } from '../http/cookies.ts'
import { pagePath } from '../lib/page-path.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken, isToken } from '../lib/tokens.ts'
import { isOwnSite } from '../sso/sso-ticket.ts'
import type { Transaction } from '../store/transaction.ts'
import { TICKET_LIFE_SECONDS } from '../tickets/tickets.ts'
import { requireStepUp, type StepUpServices } from '../two-step/step-up.ts'
import { randomText } from './provider.ts'
import type { Providers, ProviderChoice } from './providers.ts'

/** Services that this module needs. */
export interface OauthStartServices extends StepUpServices {
  apps: Apps
  config: Config
  providers: Providers
  transaction: Transaction<OauthStartServices>
}

/** Purpose of the tickets that wait for a person to come back from a third party. */
export const OAUTH_STATE = 'oauth_state'

/** How a person is sent to a third party. */
export interface Start extends ProviderChoice {
  next?: string | undefined
  is_local_host: 0 | 1
  action: OAuthAction
  opener_origin?: string | undefined
  ticket?: string | undefined
}

/** Page of the site that a third party sends people back to. */
export function callbackPath(platform: ProviderName, action: OAuthAction): string {
  switch (platform) {
    case 'google':
      return action === 'verify' || action === 'delete_account'
        ? '/google-verify-callback'
        : '/google-oauth-callback'
    case 'github':
    case 'vercel':
      return `/${platform}-oauth-callback`
    case 'oidc':
      return '/third-party-oauth-callback/oidc'
  }
}

/** Remembers what a person goes out for and sends the browser there; trouble ends on a page. */
export async function startOAuth(context: Call<OauthStartServices>, call: Start): Promise<void> {
  try {
    context.redirect(otherName(context, call) ?? (await start(context, call)))
  } catch (error) {
    if (!(error instanceof PassportError)) throw error
    const query = new URLSearchParams({ error: error.error, next: nextUrlOf(context, call.next) })
    const page = pagePath('/third-party-oauth', context.language)
    context.redirect(`${page}?${query.toString()}`, error)
  }
}

// This machine has two names, but people come back to one of them: the cookie has to wait there.
function otherName(context: Call<OauthStartServices>, call: Start): string | undefined {
  const { config } = context.services
  const { host, port } = new URL(config.PUBLIC_ORIGIN)
  const asked = context.header('host') ?? host
  if (!config.isLoopback || asked === host || call.action !== 'login') return undefined
  if (asked !== `localhost:${port}` && asked !== `127.0.0.1:${port}`) return undefined
  const query = new URLSearchParams({
    aid: String(context.app.aid),
    language: context.language,
    next: nextUrlOf(context, call.next),
    is_local_host: String(call.is_local_host),
    ...(call.opener_origin === undefined ? {} : { opener_origin: call.opener_origin }),
    ...(call.platform === undefined ? {} : { platform: call.platform }),
    ...(call.platform_app_id === undefined
      ? {}
      : { platform_app_id: String(call.platform_app_id) }),
  })
  return `${config.PUBLIC_ORIGIN}/passport/web/web_login?${query.toString()}`
}

async function start(context: Call<OauthStartServices>, call: Start): Promise<string> {
  const { config, providers, tickets } = context.services
  const provider = providers.find(call)
  const { name } = provider.platform
  const accountId =
    call.action === 'login' || call.action === 'oauth' ? '' : await ownerOf(context, call)
  const browser = browserOf(context) ?? randomText()
  context.setCookie(oauthStateCookie(config, browser, TICKET_LIFE_SECONDS))
  const attempt = {
    verifier: randomText(),
    nonce: randomText(),
    redirectUri: config.SITE_ORIGIN + callbackPath(name, call.action),
  }
  const reference = await tickets.issue({
    purpose: OAUTH_STATE,
    aid: context.app.aid,
    holder: hashToken(browser),
    data: {
      ...attempt,
      platform: name,
      action: call.action,
      accountId,
      next: returnUrlOf(context, call),
      opener: openerOf(context, call.opener_origin),
    },
  })
  const { aid } = context.app
  const state = writeOAuthState({ reference, aid, action: call.action, language: context.language })
  return await provider.authorizeUrl({ ...attempt, state })
}

/** The value of the cookie that names this browser on its way out and back. */
export function browserOf(context: Pick<Call<unknown>, 'header'>): string | undefined {
  const value = readCookie(context.header('cookie'), OAUTH_STATE_COOKIE)
  return isToken(value) ? value : undefined
}

// Whoever makes a signed-in person follow a link must not get an account of theirs linked to it.
async function ownerOf(context: Call<OauthStartServices>, call: Start): Promise<string> {
  const { session } = context
  if (session === undefined) throw new PassportError('session_expired')
  if (!isOwnSite(context)) throw new PassportError('csrf_error')
  // Asked here as well: nobody should come back only to hear that it was in vain.
  if (call.action === 'bind') {
    await context.services.transaction((tx) => requireStepUp(context, tx, call.ticket))
  }
  return session.accountId
}

function returnUrlOf(context: Call<OauthStartServices>, call: Start): string {
  const next = nextUrlOf(context, call.next)
  return next.startsWith('http:') && call.is_local_host === 0 ? '/' : next
}

function openerOf(context: Call<OauthStartServices>, origin: string | undefined): string {
  const { apps, config } = context.services
  if (origin === undefined) return ''
  return origin === config.PUBLIC_ORIGIN || apps.allows(context.app, origin) ? origin : ''
}
