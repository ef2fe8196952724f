import type * as endpoints from '#protocol/web/early-access.ts'
import { toEmail } from '../accounts/recipients.ts'
import { signedIn } from '../calls/call.ts'
import { requireCaptcha } from '../captcha/require-captcha.ts'
import { DAY_MS, HOUR_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Handlers } from './handler.ts'

/** Limit by account and by network, for checked and used codes together; a code has 59 bits. */
const ATTEMPTS_PER_HOUR = 40
// Limits by address, whose owner may not have asked for mail.
const APPLICATIONS_PER_HOUR = 3
const APPLICATIONS_PER_DAY = 6

/** Handlers of `protocol/web/early-access.ts`. */
export const earlyAccess = {
  applyEarlyAccess: async (payload, context) => {
    const { config, outbox, requestDigest, transaction } = context.services
    if (payload.agree !== 1) {
      throw new PassportError('bad_parameter', { fields: [{ field: 'agree', rule: 'required' }] })
    }
    if (!outbox.canSend('email')) throw new PassportError('code_send_error')
    const { address } = toEmail(payload.email)
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
        name: payload.name ?? '',
        about: payload.about ?? '',
        system: payload.system ?? '',
        language: context.language,
      })
    })
    return {}
  },

  confirmEarlyAccess: async (payload, context) => {
    const { transaction } = context.services
    const isConfirmed = await transaction((tx) =>
      tx.earlyAccess.confirm(context.app.aid, payload.ticket),
    )
    if (!isConfirmed) throw new PassportError('ticket_expired')
    return {}
  },

  checkAccessCode: async (payload, context) => {
    const { earlyAccess: access, rateLimits } = context.services
    await rateLimits.spend([
      { key: `access ${context.caller.prefix}`, max: ATTEMPTS_PER_HOUR, windowMs: HOUR_MS },
    ])
    if (!(await access.isOpen(context.app.aid, payload.access_code))) {
      throw new PassportError('access_code_invalid')
    }
    return {}
  },

  redeemAccessCode: async (payload, context) => {
    const { account } = signedIn(context)
    const { rateLimits, transaction } = context.services
    await rateLimits.spend([
      { key: `access ${account.id}`, max: ATTEMPTS_PER_HOUR, windowMs: HOUR_MS },
      { key: `access ${context.caller.prefix}`, max: ATTEMPTS_PER_HOUR, windowMs: HOUR_MS },
    ])
    const hasJoined = await transaction((tx) =>
      tx.earlyAccess.join(context.app.aid, payload.access_code, account.id),
    )
    if (!hasJoined) throw new PassportError('access_code_invalid')
    return {}
  },

  unsubscribe: async (payload, context) => {
    const { services } = context
    // Mail scanners open links, so a GET changes nothing.
    if (context.method === 'GET') {
      context.redirect(services.earlyAccess.unsubscribePage(context.language, payload.token))
      return {}
    }
    if (!(await services.transaction((tx) => tx.earlyAccess.leave(payload.token)))) {
      throw new PassportError('ticket_expired')
    }
    return {}
  },
} satisfies Handlers<typeof endpoints>
