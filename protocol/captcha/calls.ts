import { number, object, optional, pattern, string } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import {
  challenge,
  challengeAnswer,
  challengeRequest,
  decisionState,
  openDecision,
  verdict,
} from './challenge.ts'
import { captchaAddresses } from './settings.ts'

export const captchaSettings = endpoint({
  operation: 'captcha_settings',
  description:
    'Returns the address of the captcha script and fallback addresses. Requires the header `X-Setting-Flag`.',
  methods: ['POST', 'GET'],
  paths: { root: ['vc/setting'] },
  body: 'json',
  payload: object({}),
  reply: object({ verify: captchaAddresses }),
  timeoutMs: 20_000,
})

export const getChallenge = endpoint({
  operation: 'captcha_get',
  description:
    'Issues a challenge for a decision: `id`, `ttl_ms`, `left`, `refreshes`, `alt`, the work `pow`, and a puzzle (`subtype`, `geom`, `parts`) unless `subtype` is `pow`. A further call for the same decision is a refresh and invalidates the previous challenge. Replies 429 with `Retry-After` when a limit is reached or nothing can be drawn.',
  paths: { root: ['captcha/get'] },
  body: 'json',
  payload: challengeRequest,
  reply: challenge,
  defaults: { region: 'sg', mode: 'any' },
  errors: ['captcha_expired'],
})

export const verifyChallenge = endpoint({
  operation: 'captcha_verify',
  description:
    'Answers a challenge, once: `proof` of the work and, for a puzzle, `answer`. `result` is `pass` with `expires_in`, `fail` with the number of attempts `left` and the `next` challenge, or `expired`. After a pass, the protected request is accepted when it is sent again within 120 seconds; it needs no token.',
  paths: { root: ['captcha/verify'] },
  body: 'json',
  payload: challengeAnswer,
  reply: verdict,
})

export const mailCaptchaLink = endpoint({
  operation: 'captcha_mail',
  description:
    'Mails a link to the address of the protected request, if `alt` contains `email`. Pressing the button on its page passes the captcha; `captcha_state` tells when.',
  paths: { root: ['captcha/mail'] },
  body: 'json',
  payload: openDecision,
  reply: object({ email: string(), expires_in: number() }),
  errors: ['captcha_expired', 'too_often'],
})

export const captchaState = endpoint({
  operation: 'captcha_state',
  description:
    'Returns whether a decision is still `open`, was `passed` and accepts the request for `expires_in` seconds, or has `ended`. Clients poll it every few seconds after mailing a link.',
  paths: { root: ['captcha/state'] },
  body: 'json',
  payload: openDecision,
  reply: decisionState,
})

export const openSiteCaptcha = endpoint({
  operation: 'captcha_site',
  description:
    'Opens a decision for a form of another site, whose key is the `aid`; only its registered origins may call. The pass of such a decision contains a `ticket`, which the server of the site checks at `/captcha/siteverify`.',
  paths: { root: ['captcha/site'] },
  body: 'json',
  payload: object({ action: optional(pattern(string(), /^[\w-]{0,32}$/)) }),
  reply: object({ verify_center_decision_conf: string() }),
  errors: ['csrf_error', 'too_often'],
})
