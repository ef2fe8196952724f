import { comesFromOwnPage } from '../apps/own-site.ts'
import { nextUrlOf } from '../apps/next-url.ts'
import { pagePath } from '../lib/page-path.ts'
import type * as endpoints from '#protocol/web/sso.ts'
import { errors } from '#protocol/errors.ts'
import { toSeconds } from '../lib/clock.ts'
import { signedIn } from '../calls/call.ts'
import type { Context, Handlers } from './handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Services } from '../services/services.ts'
import { renderLoginSuccess } from '../forms/login-success.ts'
import { signIn, type SignedIn } from '../sign-in/sign-in.ts'
import { SSO_TICKET_MS, SHARE_TOKEN, SSO_TICKET } from '../sso/sso-ticket.ts'

/** Handlers of `protocol/web/sso.ts`. */
export const sso = {
  shareToken: async (call, context) => {
    const { accountId, id: session } = signedIn(context)
    const { apps, tickets } = context.services
    if ((await apps.find(call.to_aid)) === undefined) throw new PassportError('bad_app')
    const reference = await tickets.issue({
      purpose: SHARE_TOKEN,
      aid: call.to_aid,
      holder: accountId,
      data: { from: context.app.aid, session },
      lifeMs: SSO_TICKET_MS,
    })
    return { share_token: reference, expire_time: toSeconds(context.now + SSO_TICKET_MS) }
  },

  shareLogin: async (call, context) => {
    const wrong = new PassportError('share_token_invalid')
    return await signIn(context, call.next ?? call.service, async (tx) => {
      const from = call.from_aid
      const signedIn = await takeTicket(context, tx, SHARE_TOKEN, call.share_token, wrong, from)
      // In another application people are themselves.
      return { ...signedIn, membership: undefined }
    })
  },

  ssoCallback: async (call, context) => {
    try {
      const wrong = new PassportError('sso_ticket_invalid')
      if (!comesFromOwnPage(context)) throw wrong
      const user = await signIn(context, call.next ?? '/', (tx) =>
        takeTicket(context, tx, SSO_TICKET, call.ticket ?? '', wrong),
      )
      context.redirect(user.redirect_url ?? '/')
    } catch (error) {
      if (!(error instanceof PassportError)) throw error
      const login = pagePath('/login', context.language)
      context.redirect(`${login}?error=${errors.sso_ticket_invalid.code}`, error)
    }
    return {}
  },

  loginSuccess: async (call, context) => {
    const { config } = context.services
    if (context.session === undefined) {
      context.redirect(pagePath('/login', context.language))
      return {}
    }
    const service = new URL(nextUrlOf(context, call.service), config.SITE_ORIGIN).href
    context.answerWith(renderLoginSuccess(config, context.language, service))
    return {}
  },
} satisfies Handlers<typeof endpoints>

async function takeTicket(
  context: Context,
  tx: Services,
  purpose: string,
  reference: string,
  wrong: PassportError,
  from?: number,
): Promise<SignedIn> {
  const ticket = await tx.tickets.use(purpose, context.app.aid, reference)
  const isWrong = ticket === undefined || (from !== undefined && ticket.data.from !== from)
  const vouched = isWrong
    ? undefined
    : await tx.sessions.accountOfSession(ticket.holder, String(ticket.data.session))
  if (vouched === undefined) throw wrong
  return { ...vouched, isNew: false }
}
