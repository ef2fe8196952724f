import type * as rows from '#protocol/captcha/calls.ts'
import type { Challenge } from '#protocol/captcha/challenge.ts'
import type { Refusal } from '../captcha/captcha.ts'
import type { Handlers } from '../handler.ts'
import { PassportError } from '../passport-error.ts'

function challengeOf(outcome: { challenge: Challenge } | Refusal): Challenge {
  if ('challenge' in outcome) return outcome.challenge
  if (outcome.error === 'captcha_expired') throw new PassportError('captcha_expired')
  throw new PassportError(outcome.error, { retry_after: outcome.retryAfterSeconds })
}

export const captcha: Handlers<typeof rows> = {
  captchaSettings: (_call, { services }) => ({ verify: services.captcha.setting() }),

  getChallenge: async (call, { services, app, caller }) =>
    challengeOf(await services.captcha.get(call, { aid: app.aid, address: caller.address })),

  verifyChallenge: async (call, { services, app, caller }) =>
    await services.captcha.verify(call, { aid: app.aid, address: caller.address }),
}
