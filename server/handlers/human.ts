import { digestTarget } from '../captcha/captcha.ts'
import type { Context } from '../handler.ts'
import { PassportError } from '../passport-error.ts'

/**
 * Goes on only when a challenge was passed for this very call; @throws captcha_slide with the
 * decision otherwise. `target` is what the call is about, normalised.
 */
export async function ensureHuman(context: Context, target: string): Promise<void> {
  const { captcha } = context.services
  const call = {
    aid: context.app.aid,
    fp: context.caller.webId,
    operation: context.operation,
    target: digestTarget(target),
    logId: context.logId,
    region: 'sg',
  } as const
  if (context.params.is_resend === 1 && call.fp !== '' && (await captcha.consume(call))) return
  throw new PassportError('captcha_slide', {
    verify_center_decision_conf: await captcha.decide(call),
  })
}
