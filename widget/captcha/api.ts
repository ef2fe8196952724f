import { mask } from 'superstruct'
import {
  captchaSettings,
  captchaState,
  getChallenge,
  mailCaptchaLink,
  verifyChallenge,
} from '#protocol/captcha/calls.ts'
import type { AnswerOf } from '#protocol/captcha/challenge.ts'
import type { Decision } from '#protocol/captcha/decision.ts'
import type { KindName } from '#protocol/captcha/kind-codes.ts'
import { captchaAddresses, SETTING_HEADER } from '#protocol/captcha/settings.ts'
import type { Call, Endpoint, Reply } from '#protocol/endpoint.ts'
import { pathOf } from '#protocol/endpoint.ts'
import { readReply, ruleOf } from '#protocol/envelope.ts'
import { CSRF_HEADER } from '#protocol/headers.ts'
import { commonQuery, madeUpToken } from './common-query.ts'
import type { CaptchaConfig } from './config.ts'
import { preferredKind } from './presentation.ts'
import { timeLimit } from './time-limit.ts'

/** Preference of the person; `any` leaves the choice to the server. */
export type ChallengeMode = 'any' | 'visual' | 'pow'

/** The answer to a picture of any kind. */
export type Answer = AnswerOf<KindName>

/** Input device of an answer. */
export type Input = 'mouse' | 'touch' | 'pen' | 'keyboard' | 'button'

/** Reason for a missing reply. */
export type CallError =
  | { callError: 'offline' }
  | { callError: 'ended' }
  | { callError: 'wait'; seconds: number }

/** Calls of the captcha server; only `settings` and aborted calls reject. */
export type Api = ReturnType<typeof createApi>

const LEAST_WAIT_SECONDS = 1

/** Creates the calls for one decision. */
export function createApi(config: CaptchaConfig, decision: Decision, send: typeof fetch) {
  const query = new URLSearchParams({
    ...commonQuery(config, decision.fp),
    did: config.did,
    iid: config.iid,
    app_name: config.appName,
  })

  const csrfToken = config.csrfToken || madeUpToken()
  const wish = preferredKind(config.captchaShowMode)
  const decisionNames = { detail: decision.detail, fp: decision.fp }

  async function post(
    host: string,
    endpoint: Endpoint,
    body: object,
    signal: AbortSignal,
    headers: Record<string, string> = {},
  ): Promise<string> {
    const reply = await send(`${host}${pathOf(endpoint, 'root')}?${query}`, {
      method: 'POST',
      // Without cookies the token's value proves nothing; its presence shows that no form sent
      // this.
      headers: { 'Content-Type': 'application/json', [CSRF_HEADER]: csrfToken, ...headers },
      body: JSON.stringify(body),
      // A challenge is bound to the web id in the body, so no cookie is needed.
      credentials: 'omit',
      signal: AbortSignal.any([signal, timeLimit(endpoint.timeoutMs)]),
    })
    return await reply.text()
  }

  /** Returns the reply of an endpoint or the reason for none; throws only when aborted. */
  async function call<E extends Endpoint>(
    endpoint: E,
    body: Call<E>,
    signal: AbortSignal,
  ): Promise<Reply<E> | CallError> {
    try {
      const text = await post(config.captchaHost, endpoint, body, signal)
      const outcome = readReply(ruleOf(endpoint, 'root'), text)
      if (outcome.ok) return mask(outcome.value, endpoint.reply)
      const { name, data } = outcome.rejection
      if (name === 'captcha_expired') return { callError: 'ended' }
      if (name !== 'too_often' && name !== 'server_busy') return { callError: 'offline' }
      const seconds = Math.ceil(Number(data.retry_after))
      return { callError: 'wait', seconds: Math.max(LEAST_WAIT_SECONDS, seconds || 0) }
    } catch {
      signal.throwIfAborted()
      return { callError: 'offline' }
    }
  }

  return {
    async settings(signal: AbortSignal) {
      const text = await post(config.settingHost, captchaSettings, {}, signal, {
        [SETTING_HEADER]: '1',
      })
      // Some servers put `verify` at the top, others under `data`, and parts may be missing.
      const body = JSON.parse(text) as { verify?: object; data?: { verify?: object } } | null
      const verify = body?.verify ?? body?.data?.verify
      const parts = { back_up_js_v2: {}, integrity: {}, scene_level: '', ...verify }
      return mask(parts, captchaAddresses)
    },

    get: async (mode: ChallengeMode, signal: AbortSignal) =>
      await call(
        getChallenge,
        {
          ...decisionNames,
          did: config.did || undefined,
          iid: config.iid || undefined,
          app_name: config.appName || undefined,
          region: config.region,
          mode,
          ...(wish ? { wish } : {}),
          formats: ['webp'],
        },
        signal,
      ),

    verify: async (
      solution: { id: string; proof: string; answer?: Answer; input?: Input },
      signal: AbortSignal,
    ) => await call(verifyChallenge, { ...solution, fp: decision.fp }, signal),

    /** Mails a link to the recipient of the request; returns the masked address. */
    mail: async (signal: AbortSignal) => await call(mailCaptchaLink, decisionNames, signal),
    /** Returns whether the mailed link has been opened. */
    decisionState: async (signal: AbortSignal) => await call(captchaState, decisionNames, signal),
  }
}
