import { errors } from '#protocol/errors.ts'
import { pathIn } from '#protocol/families.ts'
import * as endpoints from '#protocol/web/sso.ts'
import { SITE_AID } from '#protocol/site-app.ts'
import { brandOf } from '../apps/brand.ts'
import { nextUrlOf } from '../apps/next-url.ts'
import { comesFromOwnPage } from '../apps/own-site.ts'
import { signedIn } from '../calls/call.ts'
import { toSeconds } from '../lib/clock.ts'
import { pagePath } from '../lib/page-path.ts'
import { PassportError } from '../lib/passport-error.ts'
import { webViewEndPage } from '../pages/signed-in-pages.ts'
import type { Services } from '../services/services.ts'
import { signIn, type SignedIn } from '../sign-in/sign-in.ts'
import { SSO_TICKET_MS, SHARE_TOKEN, SSO_TICKET } from '../sso/sso-ticket.ts'
import { listsApp } from '../store/app-settings.ts'
import { checkRisk } from '../two-step/risk-check.ts'
import type { Context, Handlers } from './handler.ts'
import type { Ticket } from '../store/schema/proofs.ts'

/** Handlers of `protocol/web/sso.ts`. */
export const sso = {
  shareToken: async (payload, context) => {
    const { accountId, id: session } = signedIn(context)
    const { apps, tickets } = context.services
    const isListed = listsApp(context.app.settings.share_to, payload.to_aid)
    // Whatever is listed: a session of the site may not come from anywhere else.
    if (!isListed || payload.to_aid === SITE_AID) throw new PassportError('bad_app')
    if ((await apps.find(payload.to_aid)) === undefined) throw new PassportError('bad_app')
    const reference = await tickets.issue({
      purpose: SHARE_TOKEN,
      aid: payload.to_aid,
      holder: accountId,
      data: { from: context.app.aid, session, since: context.now },
    })
    return { share_token: reference, expire_time: toSeconds(context.now + SSO_TICKET_MS) }
  },

  shareLogin: async (payload, context) => {
    const { from_aid: fromAid } = payload
    const invalid = new PassportError('share_token_invalid')
    await checkShareRisk(context, payload.share_token)
    return await signIn(context, payload.next ?? payload.service, async (tx) => {
      const ticket = await tx.tickets.use(SHARE_TOKEN, context.app.aid, payload.share_token)
      const isFromOther = fromAid !== undefined && ticket?.data.from !== fromAid
      if (isFromOther || isTooLate(context, ticket)) throw invalid
      // Memberships belong to one application.
      return { ...(await sessionOwner(tx, ticket, invalid)), membership: undefined }
    })
  },

  ssoCallback: async (payload, context) => {
    try {
      const invalid = new PassportError('sso_ticket_invalid')
      if (!comesFromOwnPage(context)) throw invalid
      const user = await signIn(context, payload.next ?? '/', async (tx) => {
        const ticket = await tx.tickets.use(SSO_TICKET, context.app.aid, payload.ticket ?? '')
        return await sessionOwner(tx, ticket, invalid)
      })
      context.redirect(user.redirect_url ?? '/')
    } catch (error) {
      if (!(error instanceof PassportError)) throw error
      const next = nextUrlOf(context, payload.next)
      const query = new URLSearchParams({
        error: String(errors.sso_ticket_invalid.code),
        ...(next === '/' ? {} : { next }),
      })
      context.redirect(`${pagePath('/login', context.language)}?${query.toString()}`, error)
    }
    return {}
  },

  loginSuccess: async (payload, context) => {
    const { config } = context.services
    if (context.session === undefined) {
      context.redirect(signInToContinue(context, payload.service))
      return {}
    }
    const service = new URL(nextUrlOf(context, payload.service), config.SITE_ORIGIN).href
    context.answerWith(
      webViewEndPage(config, brandOf(config, context.app.settings), context.language, service),
    )
    return {}
  },
} satisfies Handlers<typeof endpoints>

// Before the token is used up, because the same call is sent again with the second proof.
async function checkShareRisk(context: Context, token: string): Promise<void> {
  const { accounts, tickets, transaction } = context.services
  const ticket = await tickets.peek(SHARE_TOKEN, context.app.aid, token)
  const account = ticket && (await accounts.byId(ticket.holder))
  if (ticket === undefined || account === undefined) return
  const session = String(ticket.data.session)
  const held = await transaction((tx) => tx.sessions.accountOfSession(ticket.holder, session))
  await checkRisk(context, account, {
    firstFactor: 'session',
    subject: token,
    ...(held && { held, provedAt: held.provedAt }),
  })
}

// A second proof takes longer than a minute.
function isTooLate({ now, progress }: Context, ticket: Ticket | undefined): boolean {
  return now >= Number(ticket?.data.since) + SSO_TICKET_MS && progress.secondMethod === undefined
}

async function sessionOwner(
  tx: Services,
  ticket: Ticket | undefined,
  invalid: PassportError,
): Promise<SignedIn> {
  const found =
    ticket && (await tx.sessions.accountOfSession(ticket.holder, String(ticket.data.session)))
  if (found === undefined) throw invalid
  return { ...found, isNew: false }
}

// The page that reports the sign-in to the app follows the sign-in.
function signInToContinue(context: Context, service: string | undefined): string {
  const [tail = ''] = endpoints.loginSuccess.paths.mobile ?? []
  const here = new URLSearchParams({
    aid: String(context.app.aid),
    language: context.language,
    ...(service === undefined ? {} : { service }),
  })
  const next = new URLSearchParams({ next: `${pathIn('mobile', tail)}?${here.toString()}` })
  return `${pagePath('/login', context.language)}?${next.toString()}`
}
