import type * as endpoints from '#protocol/web/early-access.ts'
import { toEmail } from '../accounts/recipients.ts'
import { DAY_MS, HOUR_MS } from '../lib/clock.ts'
import { signedIn } from '../calls/call.ts'
import type { Handlers } from './handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import { requireCaptcha } from '../captcha/require-captcha.ts'

/** Codes that one account or one address may try in an hour; a code has 59 bits. */
const TRIES_PER_HOUR = 20
/** Mails to one address that somebody else may have typed, or that wanted no more of them. */
const APPLICATIONS_PER_HOUR = 3
const APPLICATIONS_PER_DAY = 6

/** Handlers of `protocol/web/early-access.ts`. */
export const earlyAccess = {
  applyEarlyAccess: async (call, context) => {
    const { config, outbox, requestDigest, transaction } = context.services
    if (call.agree !== 1) {
      throw new PassportError('bad_parameter', { fields: [{ field: 'agree', rule: 'required' }] })
    }
    if (!outbox.canSend('email')) throw new PassportError('code_send_error')
    const { address } = toEmail(call.email)
    if (config.CAPTCHA_ON_SEND !== 'off') {
      await requireCaptcha(context, { subject: address, email: address })
    }
    const digest = requestDigest(address)
    await transaction(async (tx) => {
      await tx.rateLimits.spend([
        {
          key: `apply ${context.caller.prefix}`,
          max: config.CODES_PER_ADDRESS_HOUR,
          windowMs: HOUR_MS,
        },
        { key: `apply/h ${digest}`, max: APPLICATIONS_PER_HOUR, windowMs: HOUR_MS },
        { key: `apply/d ${digest}`, max: APPLICATIONS_PER_DAY, windowMs: DAY_MS },
      ])
      await tx.earlyAccess.apply({
        aid: context.app.aid,
        email: address,
        name: call.name ?? '',
        about: call.about ?? '',
        system: call.system ?? '',
        language: context.language,
      })
    })
    return {}
  },

  confirmEarlyAccess: async (call, context) => {
    const { transaction } = context.services
    const isGood = await transaction((tx) => tx.earlyAccess.confirm(context.app.aid, call.ticket))
    if (!isGood) throw new PassportError('ticket_expired')
    return {}
  },

  redeemAccessCode: async (call, context) => {
    const { account } = signedIn(context)
    const { rateLimits, transaction } = context.services
    await rateLimits.spend([
      { key: `access ${account.id}`, max: TRIES_PER_HOUR, windowMs: HOUR_MS },
      { key: `access ${context.caller.prefix}`, max: TRIES_PER_HOUR, windowMs: HOUR_MS },
    ])
    const isGood = await transaction((tx) =>
      tx.earlyAccess.join(context.app.aid, call.access_code, account.id),
    )
    if (!isGood) throw new PassportError('access_code_invalid')
    return {}
  },

  unsubscribe: async (call, context) => {
    const { earlyAccess, transaction } = context.services
    // What looks through mails opens all that is linked there, so that this changes nothing.
    if (context.method === 'GET') {
      context.redirect(earlyAccess.unsubscribePage(context.language, call.token))
      return {}
    }
    if (!(await transaction((tx) => tx.earlyAccess.leave(call.token)))) {
      throw new PassportError('ticket_expired')
    }
    return {}
  },
} satisfies Handlers<typeof endpoints>
