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
    'Says where the captcha script is, and where else when that address fails. Needs the header `X-Setting-Flag`.',
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
    'Issues a challenge for a decision: `id`, `ttl_ms`, `left`, `refreshes`, `alt`, and either a puzzle (`subtype`, `geom`, `parts`) or work for the device (`subtype`, `pow`). Asked again for the same decision it is a refresh, and the challenge before it no longer counts. Where a budget is spent or nothing can be drawn it answers 429 with `Retry-After`.',
  paths: { root: ['captcha/get'] },
  body: 'json',
  payload: challengeRequest,
  reply: challenge,
  defaults: { region: 'sg', mode: 'visual' },
  errors: ['captcha_expired'],
})

export const verifyChallenge = endpoint({
  operation: 'captcha_verify',
  description:
    'Answers a challenge, once. `result` is `pass` with `expires_in`, `fail` with the tries `left` and the `next` challenge, or `expired`. A pass lets the protected request through when it is sent again within 120 seconds; there is nothing to carry over.',
  paths: { root: ['captcha/verify'] },
  body: 'json',
  payload: challengeAnswer,
  reply: verdict,
})

export const mailCaptchaLink = endpoint({
  operation: 'captcha_mail',
  description:
    'Mails a link to the address that the protected request is about, where `alt` lists `email`. Opening it and pressing its button passes the decision; `captcha_state` tells when.',
  paths: { root: ['captcha/mail'] },
  body: 'json',
  payload: openDecision,
  reply: object({ email: string(), expires_in: number() }),
  errors: ['captcha_expired', 'too_often'],
})

export const captchaState = endpoint({
  operation: 'captcha_state',
  description:
    'Says whether a decision is still `open`, was `passed` and lets the request through for `expires_in` seconds, or has `ended`. Asked every few seconds while a mailed link is awaited.',
  paths: { root: ['captcha/state'] },
  body: 'json',
  payload: openDecision,
  reply: decisionState,
})

export const openSiteCaptcha = endpoint({
  operation: 'captcha_site',
  description:
    'Opens a decision for a form of another site, whose key is the `aid`; only its registered origins may call. The pass of such a decision carries a `ticket`, which the site has checked by `/captcha/siteverify`.',
  paths: { root: ['captcha/site'] },
  body: 'json',
  payload: object({ action: optional(pattern(string(), /^[\w-]{0,32}$/)) }),
  reply: object({ verify_center_decision_conf: string() }),
  errors: ['csrf_error', 'too_often'],
})
