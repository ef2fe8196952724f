import { pagePath } from '../lib/page-path.ts'
import type { Recipient } from '../store/recipient.ts'
import { is } from 'superstruct'
import { errors } from '#protocol/errors.ts'
import { code as codeField } from '#protocol/fields.ts'
import { codeMethods } from '#protocol/sign-in-methods.ts'
import type { qrForm, FormPayload } from '#protocol/forms.ts'
import { namedCaller } from './browser.ts'
import { problemOf, type FormAnswer, type FormContext, type FormHandler } from './form.ts'
import { renderAsk, renderEnd, renderOpen, renderVerify, type QrFrame } from './qr-page.ts'
import { qrTexts } from './qr-texts.ts'
import type { Account } from '../store/account-repository.ts'
import { maskRecipient } from '../accounts/recipients.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { QrCode } from '../store/qr-repository.ts'
import type { Scanner } from '../qr-sign-in/qr.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { answerQr, requesterOf, isUnknownNetwork } from '../qr-sign-in/answer-qr.ts'
import { requireNotRefused, isSuspicious } from '../two-step/risk-check.ts'

type Form = FormPayload<typeof qrForm>

/** Where a phone's browser lands that reads a QR code: the page that asks. */
export const showQr: FormHandler<typeof qrForm> = (form, context) =>
  withSession(form, context, async (session) => {
    // A link on another page may lead here too. Scanning would tell its owner who followed it, so
    // only a person who came by themselves, or back from signing in here, has scanned.
    const site = context.header('sec-fetch-site')
    const isPrefetch = context.header('sec-purpose') !== undefined
    const isOwn = (site === 'none' || site === 'same-origin') && !isPrefetch
    return isOwn ? await ask(form, context, session) : html(renderOpen(frameOf(form, context)))
  })

/** `/form/qr`: scans, confirms or refuses. */
export const qr: FormHandler<typeof qrForm> = (form, context) => {
  // Pages of other applications may post the other forms; who signs in is decided here only.
  const { origin } = context.caller
  if (origin !== undefined && !context.services.apps.isOwn(origin)) {
    throw new PassportError('csrf_error')
  }
  return withSession(form, context, async (session) => {
    switch (form.action ?? 'scan') {
      case 'scan':
        return await ask(form, context, session)
      case 'send':
        return await verify(form, context, session, 'send')
      case 'refuse':
        return await end(form, context, session, 'refuse')
      case 'confirm':
        return (await needsCode(form, context, session))
          ? await verify(form, context, session, 'check')
          : await end(form, context, session, 'confirm')
    }
  })
}

async function withSession(
  form: Form,
  context: FormContext,
  work: (session: LiveSession) => Promise<FormAnswer>,
): Promise<FormAnswer> {
  const { language, services, sessionToken } = context
  const session =
    sessionToken === undefined ? undefined : await services.sessions.find(sessionToken)
  if (session === undefined) {
    const here = new URLSearchParams({ aid: String(context.app.aid), token: form.token ?? '' })
    const next = new URLSearchParams({ next: `/passport/web/scan_qrcode?${here.toString()}` })
    return { redirect: `${pagePath('/login', language)}?${next.toString()}` }
  }
  try {
    return await work(session)
  } catch (error) {
    const t = qrTexts[language]
    if (!(error instanceof PassportError)) throw error
    const text = t.overWhy[error.error]
    if (text === undefined) throw error
    const page = { title: t.over, text, isGood: false, links: [] }
    return html(renderEnd(frameOf(form, context), page), errors[error.error].code)
  }
}

async function ask(form: Form, context: FormContext, session: LiveSession): Promise<FormAnswer> {
  const { services, now } = context
  const code = await services.qr.scan(form.token ?? '', scannerOf(context, session))
  const view = {
    name: session.account.name,
    now,
    isOtherNetwork: await isStrange(context, session, code),
  }
  return html(renderAsk(frameOf(form, context), await requesterOf(services, code), view))
}

async function end(
  form: Form,
  context: FormContext,
  session: LiveSession,
  action: 'confirm' | 'refuse',
): Promise<FormAnswer> {
  const t = qrTexts[context.language]
  const to = await answerQr(context.services, context, scannerOf(context, session), {
    token: form.token ?? '',
    action,
    number: form.number === undefined ? undefined : Number(form.number),
  })
  const frame = frameOf(form, context)
  if (to === 'confirmed') {
    return html(
      renderEnd(frame, {
        title: t.confirmed,
        text: t.confirmedWhy,
        isGood: true,
        links: [['/account-setting', t.sessions]],
      }),
    )
  }
  return html(
    renderEnd(frame, {
      title: t.refused,
      text: t.refusedWhy,
      isGood: false,
      links: [['/account-setting', t.changePassword]],
    }),
  )
}

// A form of a page without script can hold no second verification of the protocol, so the page has
// its own: a code to the account's address.
async function needsCode(form: Form, context: FormContext, session: LiveSession): Promise<boolean> {
  const { config, policy, qr: codes } = context.services
  const code = await codes.findScanned(form.token ?? '', session.accountId)
  const isStranger = await isStrange(context, session, code)
  const named = { ...context, caller: namedCaller(context) }
  await requireNotRefused(named, session.account, 'confirm_qrcode', isStranger)
  if (config.SECOND_VERIFICATION === 'off' || targetOf(context, session.account) === undefined) {
    return false
  }
  const { verify: suspicions } = policy.ruleFor('confirm_qrcode')
  return await isSuspicious(named, session.account, suspicions, isStranger)
}

async function verify(
  form: Form,
  context: FormContext,
  session: LiveSession,
  step: 'send' | 'check',
): Promise<FormAnswer> {
  const { qr: requests, signInMethods } = context.services
  await requests.findScanned(form.token ?? '', session.accountId)
  const recipient = targetOf(context, session.account)
  if (recipient === undefined) return await ask(form, context, session)
  const method = signInMethods[codeMethods[recipient.channel]]
  const typed = form.code?.replaceAll(/[\s-]/g, '') ?? ''
  let problem: string | undefined
  try {
    if (step === 'check' && typed !== '') {
      if (!is(typed, codeField)) throw new PassportError('code_missing')
      const answer = await method.verify(context, session.account, { code: typed })
      await answer.use(context.services)
      return await end(form, context, session, 'confirm')
    }
    await method.challenge(context, session.account)
  } catch (error) {
    if (error instanceof PassportError && error.error.startsWith('qr_')) throw error
    problem = problemOf(error, context.language)
  }
  return html(renderVerify(frameOf(form, context), { address: maskRecipient(recipient), problem }))
}

function targetOf({ services: { outbox } }: FormContext, account: Account): Recipient | undefined {
  return recipientsOf(account).find(({ channel }) => outbox.canSend(channel))
}

function scannerOf({ app }: FormContext, { accountId, id }: LiveSession): Scanner {
  return { accountId, sessionId: id, aid: app.aid }
}

function isStrange(context: FormContext, session: LiveSession, code: QrCode): Promise<boolean> {
  return isUnknownNetwork(context.services, session, context.caller, code)
}

function frameOf(form: Form, { app, language, services }: FormContext): QrFrame {
  const { number, token = '' } = form
  return {
    language,
    product: services.config.PRODUCT_NAME,
    hidden: {
      aid: String(app.aid),
      language,
      token,
      // The number stays chosen while a code is asked for.
      ...(number === undefined ? {} : { number }),
    },
  }
}

function html(text: string, failed = 0): FormAnswer {
  return { html: text, failed }
}
