import { mask } from 'superstruct'
import { openSiteCaptcha } from '#protocol/captcha/calls.ts'
import { pathOf } from '#protocol/endpoint.ts'
import { readReply, ruleOf } from '#protocol/envelope.ts'
import { CSRF_HEADER } from '#protocol/headers.ts'
import { toLanguage } from '#protocol/languages.ts'
import { commonQuery, madeUpToken } from '../common-query.ts'
import { timeLimit } from '../time-limit.ts'
import type { BoxOptions } from './options.ts'

/** Fetches a decision for a form. @throws Error with the server's message or that of the request */
export async function openSite(
  server: string,
  options: BoxOptions,
  signal: AbortSignal,
): Promise<string> {
  const { sitekey, language } = options
  const query = new URLSearchParams(
    commonQuery({ aid: Number(sitekey), language: toLanguage(language) }, ''),
  )
  const reply = await fetch(`${server}${pathOf(openSiteCaptcha, 'root')}?${query}`, {
    method: 'POST',
    // Without cookies, as in every call of the captcha; a plain form cannot send this header.
    headers: { 'Content-Type': 'application/json', [CSRF_HEADER]: madeUpToken() },
    body: JSON.stringify(options.action === '' ? {} : { action: options.action }),
    credentials: 'omit',
    signal: AbortSignal.any([signal, timeLimit(openSiteCaptcha.timeoutMs)]),
  })
  const outcome = readReply(ruleOf(openSiteCaptcha, 'root'), await reply.text())
  if (!outcome.ok) throw new Error(outcome.rejection.description)
  return mask(outcome.value, openSiteCaptcha.reply).verify_center_decision_conf
}
