import { SESSION_HEADER } from '#protocol/headers.ts'
import type * as endpoints from '#protocol/web/session.ts'
import { requireName, toName } from '../names/names.ts'
import { nextUrlOf, replyUrlOf } from '../apps/next-url.ts'
import { isOwnSite } from '../apps/own-site.ts'
import { signedIn } from '../calls/call.ts'
import { toSeconds } from '../lib/clock.ts'
import { pagePath } from '../lib/page-path.ts'
import { spanOf, toPage } from '../lib/paging.ts'
import { PassportError } from '../lib/passport-error.ts'
import { endAccess } from '../sessions/end-access.ts'
import { describeSession } from '../sessions/describe-session.ts'
import { raiseSession, raiseSessionFor } from '../sign-in/raise-session.ts'
import { clearSessionCookies, endSession, revokeSession } from '../sign-in/sign-out.ts'
import type { Context, Handlers } from './handler.ts'

/** Handlers of `protocol/web/session.ts`. */
export const session = {
  logout: async (payload, context) => {
    const { transaction } = context.services
    // A link in a mail or on another site must not sign anybody out.
    const isCookie =
      context.sessionToken !== undefined && context.header(SESSION_HEADER) === undefined
    const isTrusted = isOwnSite(context) || isHintValid(context, payload.logout_hint)
    if (context.method === 'GET' && isCookie && !isTrusted) {
      if (!context.isNavigation) throw new PassportError('csrf_error')
      context.redirect(askToSignOut(context, payload.next), new PassportError('csrf_error'))
      return {}
    }
    if (context.session !== undefined && payload.all === 1) {
      const { account, accountId } = context.session
      await transaction(async (tx) => {
        await endAccess(tx, account, { clients: true })
        await tx.events.note(context, 'signed_out_everywhere', accountId)
      })
    } else if (context.sessionToken !== undefined) {
      await endSession(context, context.sessionToken)
    }
    clearSessionCookies(context)
    const location = replyUrlOf(context, payload.next)
    const wantsPage =
      context.isNavigation || context.header('accept')?.includes('text/html') === true
    if (context.method === 'GET' && wantsPage) context.redirect(location)
    return { redirect_url: location }
  },

  tokenBeat: async (_payload, context) => {
    const currentSession = signedIn(context)
    await context.services.sessions.touch(currentSession)
    return { session_expires_at: toSeconds(currentSession.expiresAt) }
  },

  raiseSession: (payload, context) => {
    const { required_level: level = 1, user_identity_id: membershipId } = payload
    return membershipId === undefined
      ? raiseSession(context, level)
      : raiseSessionFor(context, membershipId)
  },

  listSessions: async (payload, context) => {
    const currentSession = signedIn(context)
    const { list, total } = await context.services.sessions.list(currentSession, spanOf(payload))
    const sessions = list.map((item) => describeSession(item, currentSession.hash))
    return toPage(sessions, total, payload)
  },

  revokeSession: async (payload, context) => {
    await revokeSession(context, signedIn(context), payload.session_id)
    return {}
  },
  renameSession: async (payload, context) => {
    const { accountId } = signedIn(context)
    const { sessions } = context.services
    const name = toName(payload.name ?? '')
    if (name !== '') requireName(context, name)
    if (!(await sessions.rename(accountId, payload.session_id, name))) {
      throw new PassportError('session_not_found')
    }
    return {}
  },
} satisfies Handlers<typeof endpoints>

// The page whose button signs out.
function askToSignOut(context: Context, next: string | undefined): string {
  const { app, language, params, services } = context
  const query = new URLSearchParams({
    source: params.account_sdk_source,
    app_id: String(app.aid),
    next: nextUrlOf(context, next),
  })
  return `${services.config.SITE_ORIGIN}${pagePath('/sign-out', language)}?${query.toString()}`
}

// Only the application knows its own id of the account.
function isHintValid(context: Context, hint: string | undefined): boolean {
  const { app, services } = context
  const accountId = context.session?.accountId
  return accountId !== undefined && hint === services.accounts.secIdOf(accountId, app.aid)
}
