import type * as rows from '#protocol/captcha/calls.ts'
import { SETTING_HEADER } from '#protocol/captcha/settings.ts'
import type { Asker, Refusal } from '../../captcha/captcha.ts'
import type { Context, Handlers } from '../../handler.ts'
import { PassportError } from '../../passport-error.ts'

/** Handlers of `protocol/captcha/calls.ts`. */
export const captcha = {
  captchaSettings: (_call, context) => {
    if (context.header(SETTING_HEADER.toLowerCase()) === undefined) {
      throw new PassportError('bad_parameter', {
        fields: [{ field: SETTING_HEADER, rule: 'required' }],
      })
    }
    return { verify: context.services.captcha.setting() }
  },

  getChallenge: async (call, context) => {
    const outcome = await context.services.captcha.get(call, askerOf(context))
    if ('error' in outcome) throw toError(outcome)
    return outcome.challenge
  },

  verifyChallenge: (call, context) => context.services.captcha.verify(call, askerOf(context)),
} satisfies Handlers<typeof rows>

function askerOf(context: Context): Asker {
  const { app, caller, language } = context
  return { aid: app.aid, address: caller.address, language }
}

function toError(refusal: Refusal): PassportError {
  return refusal.error === 'captcha_expired'
    ? new PassportError('captcha_expired')
    : new PassportError(refusal.error, { retry_after: refusal.retryAfterSeconds })
}
