import type * as rows from '#protocol/web/early-access.ts'
import { toEmail } from '../accounts/recipients.ts'
import { DAY_MS, HOUR_MS } from '../lib/clock.ts'
import { signedIn, type Handlers } from './handler.ts'
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
    const { captcha, config, earlyAccess: noun, limits, outbox, stores } = context.services
    if (call.agree !== 1) {
      throw new PassportError('bad_parameter', { fields: [{ field: 'agree', rule: 'required' }] })
    }
    if (!outbox.canSend('email')) throw new PassportError('code_send_error')
    const { address } = toEmail(call.email)
    if (config.CAPTCHA_ON_SEND !== 'off') await requireCaptcha(context, address)
    const digest = captcha.digest(address)
    await stores.tx(async (tx) => {
      await limits.spend(tx.counters, [
        {
          key: `apply ${context.caller.prefix}`,
          max: config.CODES_PER_ADDRESS_HOUR,
          windowMs: HOUR_MS,
        },
        { key: `apply/h ${digest}`, max: APPLICATIONS_PER_HOUR, windowMs: HOUR_MS },
        { key: `apply/d ${digest}`, max: APPLICATIONS_PER_DAY, windowMs: DAY_MS },
      ])
      await noun.apply(tx, {
        aid: context.app.aid,
        email: address,
        name: call.name ?? '',
        about: call.about ?? '',
        system: call.system ?? '',
        language: context.language,
      })
    })
    outbox.wake()
    return {}
  },

  confirmEarlyAccess: async (call, context) => {
    const { earlyAccess: noun, stores } = context.services
    const isGood = await stores.tx((tx) => noun.confirm(tx, context.app.aid, call.ticket))
    if (!isGood) throw new PassportError('ticket_expired')
    return {}
  },

  redeemAccessCode: async (call, context) => {
    const { account } = signedIn(context)
    const { earlyAccess: noun, limits, stores } = context.services
    await limits.spend(stores.counters, [
      { key: `access ${account.id}`, max: TRIES_PER_HOUR, windowMs: HOUR_MS },
      { key: `access ${context.caller.prefix}`, max: TRIES_PER_HOUR, windowMs: HOUR_MS },
    ])
    const isGood = await stores.tx((tx) =>
      noun.join(tx, context.app.aid, call.access_code, account.id),
    )
    if (!isGood) throw new PassportError('access_code_invalid')
    return {}
  },

  unsubscribe: async (call, context) => {
    const { earlyAccess: noun, stores } = context.services
    // What looks through mails opens all that is linked there, so that this changes nothing.
    if (context.method === 'GET') {
      context.redirect(noun.pageToLeave(context.language, call.token))
      return {}
    }
    if (!(await stores.tx((tx) => noun.leave(tx, call.token)))) {
      throw new PassportError('ticket_expired')
    }
    return {}
  },
} satisfies Handlers<typeof rows>
