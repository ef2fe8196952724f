import { object } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { challenge, challengeAnswer, challengeRequest, verdict } from './challenge.ts'
import { captchaAddresses } from './settings.ts'

export const captchaSettings = endpoint({
  operation: 'captcha_settings',
  about:
    'Says where the captcha script is, and where else when that address fails. Needs the header `X-Setting-Flag`.',
  paths: { root: ['vc/setting'] },
  body: 'json',
  payload: object({}),
  reply: object({ verify: captchaAddresses }),
  timeoutMs: 20_000,
})

export const getChallenge = endpoint({
  operation: 'captcha_get',
  about:
    'Issues a challenge for a decision: `id`, `ttl_ms`, `left`, `refreshes`, `alt`, and either a puzzle (`subtype`, `geom`, `parts`) or work for the device (`subtype`, `pow`). Asked again for the same decision it is a refresh, and the challenge before it no longer counts.',
  paths: { root: ['captcha/get'] },
  body: 'json',
  payload: challengeRequest,
  reply: challenge,
  defaults: { region: 'sg', mode: 'visual' },
  errors: ['captcha_expired'],
})

export const verifyChallenge = endpoint({
  operation: 'captcha_verify',
  about:
    'Answers a challenge, once. `result` is `pass` with `expires_in`, `fail` with the tries `left` and the `next` challenge, or `expired`. A pass lets the protected request through when it is sent again within 120 seconds; there is nothing to carry over.',
  paths: { root: ['captcha/verify'] },
  body: 'json',
  payload: challengeAnswer,
  reply: verdict,
})
