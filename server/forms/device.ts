import { create, string, type } from 'superstruct'
import type { deviceForm, FormPayload } from '#protocol/forms.ts'
import { SITE_AID } from '#protocol/site-app.ts'
import { DAY_MS, MINUTE_MS } from '../lib/clock.ts'
import { levelAddress } from '../lib/level-address.ts'
import { pagePath } from '../lib/page-path.ts'
import { consentStateOf } from '../oauth/answer-request.ts'
import { levelFor, seenDigestOf } from '../oauth/consent-policy.ts'
import {
  answerDevice,
  findDevice,
  readUserCode,
  formatUserCode,
  type DeviceRequest,
} from '../oauth/device-request.ts'
import { oauthPaths } from '../oauth/paths.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { levelOf } from '../two-step/levels.ts'
import { readConsentAnswer } from './authorize.ts'
import { answeredPage, askPage, comparePage, typePage } from './device-pages.ts'
import { type FormAnswer, type FormContext, type FormHandler } from './form.ts'
import { proofAddress } from './level.ts'
import { findSession, needsSignIn, signInAddress } from './session.ts'

type Payload = FormPayload<typeof deviceForm>

/** Wrong codes that one network may type in a minute, and codes in all. */
const MAX_WRONG = 5
const MAX_TYPED = 30
/** Wrong codes that one account may type in a day, from whatever networks. */
const MAX_WRONG_OF_ACCOUNT = 30

/** Purpose of the ticket that stands for what the person was shown. */
const SHOWN = 'device'

const shownStruct = type({ hash: string(), seenDigest: string() })

/** `/device`: asks for the code. A link with a code in it only asks to compare: nothing is looked up, or allowed, by a link. */
export const showDevice: FormHandler<typeof deviceForm> = (form, context) => {
  const code = readUserCode(form.user_code)
  const page = code === undefined ? typePage(context) : comparePage(context, formatUserCode(code))
  return Promise.resolve({ page })
}

/** `/form/device`: shows which device waits for a code, and takes the person's answer. */
export const device: FormHandler<typeof deviceForm> = async (form, context) => {
  const code = readUserCode(form.user_code)
  if (code === undefined) return unknownCode(context)
  const session = await findSession(context)
  if (session === undefined) return { redirect: loginAddress(context, code, false) }
  return form.action === undefined
    ? await ask(context, code, session)
    : await answer(form, context, code, session)
}

async function ask(context: FormContext, code: string, session: LiveSession): Promise<FormAnswer> {
  const { caller, services } = context
  // Only who is signed in may try, so no number of networks helps, and nobody can block others.
  const wrong = [
    { key: `device codes wrong ${caller.prefix}`, max: MAX_WRONG, windowMs: MINUTE_MS },
    { key: `device codes wrong ${session.accountId}`, max: MAX_WRONG_OF_ACCOUNT, windowMs: DAY_MS },
  ]
  await services.rateLimits.spend([
    { key: `device codes typed ${caller.prefix}`, max: MAX_TYPED, windowMs: MINUTE_MS },
  ])
  for (const limit of wrong) await services.rateLimits.requireLeft(limit)
  const found = await findDevice(services, code)
  if (found === undefined) {
    await services.rateLimits.take(wrong)
    return unknownCode(context)
  }
  return await askAbout(context, code, found, session)
}

async function askAbout(
  context: FormContext,
  code: string,
  found: DeviceRequest,
  session: LiveSession,
): Promise<FormAnswer> {
  const { request } = found
  const level = levelFor(request)
  if (levelOf(session) < level) {
    return { redirect: levelAddress(context, level, pageOf(context, code)) }
  }
  const shown = await context.services.tickets.issue({
    purpose: SHOWN,
    aid: SITE_AID,
    holder: session.accountId,
    data: { hash: found.code.hash, seenDigest: seenDigestOf(request.client, request.redirectUri) },
  })
  const state = await consentStateOf(context, request, context.now, session)
  const view = { code: formatUserCode(code), shown, another: loginAddress(context, code, true) }
  return { page: askPage(context, found, state, session, view) }
}

async function answer(
  form: Payload,
  context: FormContext,
  code: string,
  session: LiveSession,
): Promise<FormAnswer> {
  const { services } = context
  const ticket = await services.tickets.use(SHOWN, SITE_AID, form.shown ?? '', session.accountId)
  // Another account has signed in meanwhile, or the answer was given before.
  if (ticket === undefined) return await ask(context, code, session)
  const found = await findDevice(services, code)
  const { hash, seenDigest } = create(ticket.data, shownStruct)
  if (found?.code.hash !== hash) return unknownCode(context)
  const { request } = found
  if (seenDigestOf(request.client, request.redirectUri) !== seenDigest) {
    return await askAbout(context, code, found, session)
  }
  const consentAnswer = readConsentAnswer(form, request, session) ?? { action: 'refuse', session }
  try {
    const answered = await answerDevice(context, found, consentAnswer)
    return answered === undefined ? unknownCode(context) : { page: answeredPage(context, answered) }
  } catch (error) {
    if (needsSignIn(error)) return { redirect: loginAddress(context, code, true) }
    const proof = proofAddress(context, error, form, pageOf(context, code))
    if (proof === undefined) throw error
    return { redirect: proof }
  }
}

function unknownCode(context: FormContext): FormAnswer {
  return { page: typePage(context, 'device_code_invalid'), error: 'device_code_invalid' }
}

function loginAddress(context: FormContext, code: string, isAnew: boolean): string {
  return signInAddress(context, pageOf(context, code), isAnew ? 'login' : undefined)
}

function pageOf({ language }: FormContext, code: string): string {
  const query = new URLSearchParams({ user_code: formatUserCode(code) })
  return `${pagePath(oauthPaths.code_verification, language)}?${query.toString()}`
}
