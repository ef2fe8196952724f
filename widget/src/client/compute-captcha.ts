import { readDecision } from '#protocol/captcha/decision.ts'
import { createApi } from '../../captcha/api.ts'
import { completeConfig } from '../../captcha/config.ts'
import { ChallengeClosed } from '../../captcha/errors.ts'
import { createSession } from '../../captcha/session.ts'
import type { ClientSettings } from './settings.ts'

/** Returns an `openChallenge` that computes proofs of work, for programs without a screen. */
export function computeCaptcha({
  aid,
  subjectAid,
  interface: source = 'web',
  language,
  server = '',
  fetch: send = fetch,
}: Pick<ClientSettings, 'aid' | 'subjectAid' | 'interface' | 'language' | 'server' | 'fetch'>): (
  decision: string,
) => Promise<void> {
  const config = completeConfig({ aid, subjectAid, source, language, captchaHost: server })
  return async (text) => {
    const decision = readDecision(text)
    if (decision === undefined) throw new ChallengeClosed()
    // Programs on Node 20 have no `Promise.withResolvers()`.
    await new Promise<void>((resolve, reject) => {
      const pass = (): void => {
        session.dispose()
        resolve()
      }
      const giveUp = (): void => {
        session.dispose()
        reject(new ChallengeClosed())
      }
      const session = createSession(createApi(config, decision, send), pass, giveUp)
      session.subscribe(() => {
        const { step } = session.state()
        if (step === 'ended' || step === 'offline') giveUp()
      })
      session.work()
    })
  }
}
