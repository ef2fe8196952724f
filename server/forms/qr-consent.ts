import type { FormPayload, qrConsentForm } from '#protocol/forms.ts'
import { levelAddress } from '../lib/level-address.ts'
import { consentStateOf } from '../oauth/answer-request.ts'
import { readOpenRequest, type AuthorizationRequest } from '../oauth/authorization-request.ts'
import { placeOf } from '../oauth/clients.ts'
import { levelFor } from '../oauth/consent-policy.ts'
import { answerConsentQr, paramsIn, SCAN_PATH } from '../oauth/qr-consent.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Choice, Page } from '../pages/page.ts'
import { isUnknownNetwork, requesterOf, scannerOf, type QrRequester } from '../sign-in/answer-qr.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { levelOf } from '../two-step/levels.ts'
import { readConsentAnswer } from './authorize.ts'
import { consentPage } from './authorize-page.ts'
import { answeredPage } from './device-pages.ts'
import { hiddenFields, type FormAnswer, type FormContext, type FormHandler } from './form.ts'
import { hasScanned, refuseCode, scanAddress, signInToScan } from './scan.ts'
import { proofAddress } from './level.ts'
import { findSession, needsSignIn } from './session.ts'
import { deviceFacts, openPage } from './qr-pages.ts'

type Payload = FormPayload<typeof qrConsentForm>

const action = '/form/qr-consent'

/** Shows the page that a phone opens from the QR code of a client: it asks for consent. */
export const showQrConsent: FormHandler<typeof qrConsentForm> = (form, context) =>
  withSession(form, context, async (session) => {
    if (hasScanned(context)) return await ask(form, context, session)
    return { page: openPage(context.language, hiddenOf(form, context), action) }
  })

/** `/form/qr-consent`: scans, allows or refuses. */
export const qrConsent: FormHandler<typeof qrConsentForm> = (form, context) =>
  withSession(form, context, async (session) => {
    const { action: pressed } = form
    if (pressed === undefined || pressed === 'scan') return await ask(form, context, session)
    return await answer({ ...form, action: pressed }, context, session)
  })

async function withSession(
  form: Payload,
  context: FormContext,
  work: (session: LiveSession) => Promise<FormAnswer>,
): Promise<FormAnswer> {
  const session = await findSession(context)
  if (session === undefined) return { redirect: loginAddress(form, context, false) }
  try {
    return await work(session)
  } catch (error) {
    if (needsSignIn(error)) return { redirect: loginAddress(form, context, true) }
    const here = scanAddress(context, SCAN_PATH, form.token ?? '')
    const proof = proofAddress(context, error, form, here)
    if (proof !== undefined) return { redirect: proof }
    return refuseCode(context, error)
  }
}

async function ask(form: Payload, context: FormContext, session: LiveSession): Promise<FormAnswer> {
  const { services } = context
  const code = await services.consentQr.scan(form.token ?? '', scannerOf(context, session))
  const request = await readOpenRequest(context, paramsIn(code))
  const level = levelFor(request)
  if (levelOf(session) < level) {
    const here = scanAddress(context, SCAN_PATH, form.token ?? '')
    return { redirect: levelAddress(context, level, here) }
  }
  const state = await consentStateOf(context, request, code.createdAt, session)
  const another = loginAddress(form, context, true)
  const page = consentPage(context, { hash: '' }, state, session, another)
  const requester = await requesterOf(services, code)
  const isElsewhere = await isUnknownNetwork(services, session, context.caller, code)
  return { page: withDevice(page, form, context, { request, requester, isElsewhere }) }
}

// The page of any consent, with the device that shows the code.
function withDevice(
  { formsLeadTo: _browser, ...page }: Page,
  form: Payload,
  context: FormContext,
  view: { request: AuthorizationRequest; requester: QrRequester; isElsewhere: boolean },
): Page {
  const { device, qr } = pageMessages[context.language]
  const { request, requester, isElsewhere } = view
  const { client, redirectUri } = request
  const isLocal = placeOf(redirectUri).kind === 'local'
  const unverified = client.isVerified ? undefined : device.unverified(client.name)
  const warnings = [page.warning ?? unverified, isElsewhere ? qr.otherNetwork : undefined]
  const numbers = requester.numbers.map((number, at): Choice => ({
    name: 'number',
    value: String(number),
    label: String(number),
    legend: at === 0 ? qr.pickNumber : undefined,
    isChecked: false,
  }))
  return {
    ...page,
    text: device.askText,
    // The client runs on the other device.
    facts: (page.facts ?? []).slice(0, isLocal ? -1 : undefined),
    device: deviceFacts(context.language, requester, context.now),
    warning: warnings.filter((text) => text !== undefined).join(' ') || undefined,
    forms: (page.forms ?? []).map((one) => ({
      ...one,
      action,
      hidden: hiddenOf(form, context),
      choices: [...(one.choices ?? []), ...numbers],
    })),
  }
}

async function answer(
  form: Payload & { action: 'allow' | 'refuse' },
  context: FormContext,
  session: LiveSession,
): Promise<FormAnswer> {
  const { services } = context
  const scanner = scannerOf(context, session)
  const token = form.token ?? ''
  const code = await services.consentQr.findScanned(token, session.accountId)
  const request = await readOpenRequest(context, paramsIn(code))
  const consentAnswer = readConsentAnswer(form, request, session) ?? { action: 'refuse', session }
  const number = form.number === undefined ? undefined : Number(form.number)
  const answered = await answerConsentQr(context, scanner, token, consentAnswer, number)
  return { page: answeredPage(context, answered === 'confirmed' ? 'allowed' : 'refused') }
}

function hiddenOf({ token }: Payload, context: FormContext): Record<string, string | undefined> {
  return hiddenFields(context, { token })
}

function loginAddress({ token = '' }: Payload, context: FormContext, isAnew: boolean): string {
  return signInToScan(context, SCAN_PATH, token, isAnew)
}
