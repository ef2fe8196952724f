import type * as endpoints from '#protocol/captcha/calls.ts'
import { LINK_TTL_MS, type Verdict } from '#protocol/captcha/challenge.ts'
import { SETTING_HEADER } from '#protocol/captcha/settings.ts'
import { maskEmail } from '../accounts/recipients.ts'
import type { Requester, Refusal } from '../captcha/captcha.ts'
import { SECOND_MS } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { PassportError } from '../lib/passport-error.ts'
import { LINK_PATH, LINK_PURPOSE } from '../routes/captcha-link.ts'
import { issueSiteTicket, openSite } from './captcha-site.ts'
import type { Context, Handlers } from './handler.ts'

/** Handlers of `protocol/captcha/calls.ts`. */
export const captcha = {
  captchaSettings: (_payload, context) => {
    if (context.header(SETTING_HEADER.toLowerCase()) === undefined) {
      throw new PassportError('bad_parameter', {
        fields: [{ field: SETTING_HEADER, rule: 'required' }],
      })
    }
    return { verify: context.services.captcha.setting() }
  },

  getChallenge: async (payload, context) => {
    const outcome = await context.services.captcha.get(payload, requesterOf(context))
    // Answers 429 with Retry-After, also for other clients that do not read the envelope.
    if ('error' in outcome) throw toError(outcome, 'server_busy')
    const { did = '', iid = '', app_name: appName = '' } = payload
    context.services.log.captchaIssued(context.logId, { did, iid, appName })
    return outcome.challenge
  },

  verifyChallenge: async (payload, context) => {
    const verdict = await context.services.captcha.verify(payload, requesterOf(context))
    context.services.log.captchaAnswered(context.logId, resultOf(verdict))
    if (verdict.result !== 'pass') {
      const error = verdict.result === 'fail' ? 'captcha_slide' : 'captcha_expired'
      context.progress.refusal = new PassportError(error)
    }
    if (verdict.result !== 'pass' || verdict.site === undefined) return verdict
    return { ...verdict, ticket: await issueSiteTicket(context.services, verdict.site) }
  },

  mailCaptchaLink: async (payload, context) => {
    const { captcha: captchas, outbox, transaction } = context.services
    if (!outbox.canSend('email')) throw new PassportError('captcha_expired')
    const outcome = await captchas.mail(payload, requesterOf(context))
    if ('error' in outcome) throw toError(outcome, 'too_often')
    const { decisionId, address } = outcome
    await transaction(async (tx) => {
      // Only the newest link is valid.
      await tx.tickets.drop(LINK_PURPOSE, decisionId)
      const reference = await tx.tickets.issue({
        purpose: LINK_PURPOSE,
        aid: context.app.aid,
        holder: decisionId,
        lifeMs: LINK_TTL_MS,
      })
      await tx.outbox.add([
        {
          kind: 'captcha_link',
          aid: context.app.aid,
          recipient: { channel: 'email', address },
          language: context.language,
          details: { link: linkPage(context, reference) },
        },
      ])
    })
    return { email: maskEmail(address), expires_in: LINK_TTL_MS / SECOND_MS }
  },

  captchaState: (payload, context) => context.services.captcha.state(payload, requesterOf(context)),

  openSiteCaptcha: openSite,
} satisfies Handlers<typeof endpoints>

function linkPage({ app, language, services }: Context, reference: string): string {
  const query = new URLSearchParams({ token: `${app.aid}.${reference}`, language })
  return `${services.config.PUBLIC_ORIGIN}${LINK_PATH}?${query.toString()}`
}

function requesterOf(context: Context): Requester {
  const { app, caller, language } = context
  return { aid: app.aid, address: caller.address, language }
}

function resultOf(verdict: Verdict): Parameters<Log['captchaAnswered']>[1] {
  switch (verdict.result) {
    case 'pass':
      return 'passed'
    case 'fail':
      return verdict.left === 0 ? 'exhausted' : 'failed'
    case 'expired':
      return 'expired'
  }
}

function toError(rejection: Refusal, limitError: 'too_often' | 'server_busy'): PassportError {
  return rejection.error === 'captcha_expired'
    ? new PassportError('captcha_expired')
    : new PassportError(limitError, { retry_after: rejection.retryAfterSeconds })
}
