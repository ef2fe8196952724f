import { nextUrlOf } from '../apps/next-url.ts'
import { SESSION_HEADER } from '#protocol/headers.ts'
import type { SessionInfo } from '#protocol/objects.ts'
import type * as endpoints from '#protocol/web/session.ts'
import { toSeconds } from '../lib/clock.ts'
import { signedIn } from '../calls/call.ts'
import type { Context, Handlers } from './handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import { spanOf, toPage } from '../lib/paging.ts'
import { isOwnSite } from '../apps/own-site.ts'
import { endSession, clearSessionCookies } from '../sign-in/sign-out.ts'

/** Handlers of `protocol/web/session.ts`. */
export const session = {
  logout: async (call, context) => {
    const { transaction } = context.services
    // A link in a mail, or in a browser that does not say where it comes from, signs nobody out.
    const isCookie =
      context.sessionToken !== undefined && context.header(SESSION_HEADER) === undefined
    const isOwn = isOwnSite(context) || isNamed(context, call.logout_hint)
    if (context.method === 'GET' && isCookie && !isOwn) {
      throw new PassportError('csrf_error')
    }
    if (context.session !== undefined && call.all === 1) {
      const { accountId } = context.session
      await transaction(async (tx) => {
        await tx.sessions.endAll(accountId)
        await tx.events.note(context, 'signed_out_everywhere', accountId)
      })
    } else if (context.sessionToken !== undefined) {
      await endSession(context, context.sessionToken)
    }
    clearSessionCookies(context)
    const location = nextUrlOf(context, call.next)
    const wantsPage =
      context.isNavigation || context.header('accept')?.includes('text/html') === true
    if (context.method === 'GET' && wantsPage) context.redirect(location)
    return { redirect_url: location }
  },

  tokenBeat: async (_call, context) => {
    const present = signedIn(context)
    await context.services.sessions.touch(present)
    return { session_expires_at: toSeconds(present.expiresAt) }
  },

  listSessions: async (call, context) => {
    const present = signedIn(context)
    const { list, total } = await context.services.sessions.list(present, spanOf(call))
    const sessions = list.map((one): SessionInfo => ({
      session_id: one.id,
      current: one.hash === present.hash ? 1 : 0,
      device: one.device,
      address: one.address,
      created_at: toSeconds(one.createdAt),
      last_seen_at: toSeconds(one.lastSeenAt),
      expires_at: toSeconds(one.expiresAt),
    }))
    return toPage(sessions, total, call)
  },

  revokeSession: async (call, context) => {
    const present = signedIn(context)
    const { transaction } = context.services
    await transaction(async (tx) => {
      if (!(await tx.sessions.endById(present.accountId, call.session_id))) {
        throw new PassportError('session_not_found')
      }
      await tx.events.note(context, 'session_revoked', present.accountId)
    })
    if (call.session_id === present.id) clearSessionCookies(context)
    return {}
  },
} satisfies Handlers<typeof endpoints>

// Only the application itself knows the id it was given for this person.
function isNamed({ app, services, session }: Context, hint: string | undefined): boolean {
  return session !== undefined && hint === services.accounts.secIdOf(session.accountId, app.aid)
}
