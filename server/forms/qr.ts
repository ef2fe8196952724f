import { is } from 'superstruct'
import { code as sixDigits } from '#protocol/fields.ts'
import { codeMethods } from '#protocol/sign-in-methods.ts'
import type { qrForm, FormPayload } from '#protocol/forms.ts'
import {
  hiddenFields,
  problemOf,
  typedCode,
  type FormAnswer,
  type FormContext,
  type FormHandler,
} from './form.ts'
import { hasScanned, refuseCode, signInToScan } from './scan.ts'
import { findSession } from './session.ts'
import { answeredPage, askPage, openPage, verifyPage } from './qr-pages.ts'
import { withWebId } from './web-id.ts'
import { maskRecipient } from '../accounts/recipients.ts'
import { reachedAt } from '../accounts/owner-recipients.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Form } from '../pages/page.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { answerQr, requesterOf, isUnknownNetwork, scannerOf } from '../sign-in/answer-qr.ts'
import { requireNotRefused, findSuspicion } from '../two-step/risk-check.ts'
import type { QrCode } from '../store/schema/proofs.ts'

type Payload = FormPayload<typeof qrForm>

/** Shows the page that a phone opens from a QR code: it asks whether to sign in. */
export const showQr: FormHandler<typeof qrForm> = (form, context) =>
  withSession(form, context, async (session) => {
    if (hasScanned(context)) return await ask(form, context, session)
    return { page: openPage(context.language, hiddenOf(form, context)) }
  })

/** `/form/qr`: scans, confirms or refuses. */
export const qr: FormHandler<typeof qrForm> = (form, context) =>
  withSession(form, context, async (session) => {
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

async function withSession(
  form: Payload,
  context: FormContext,
  work: (session: LiveSession) => Promise<FormAnswer>,
): Promise<FormAnswer> {
  const session = await findSession(context)
  if (session === undefined) {
    return { redirect: signInToScan(context, '/passport/web/scan_qrcode', form.token ?? '') }
  }
  try {
    return await work(session)
  } catch (error) {
    return refuseCode(context, error)
  }
}

async function ask(form: Payload, context: FormContext, session: LiveSession): Promise<FormAnswer> {
  const { services, now } = context
  const code = await services.qr.scan(form.token ?? '', scannerOf(context, session))
  const view = {
    name: session.account.name,
    now,
    isOtherNetwork: await isStrange(context, session, code),
  }
  const requester = await requesterOf(services, code)
  return { page: askPage(context.language, hiddenOf(form, context), requester, view) }
}

async function end(
  form: Payload,
  context: FormContext,
  session: LiveSession,
  action: 'confirm' | 'refuse',
): Promise<FormAnswer> {
  const answer = await answerQr(context.services, context, scannerOf(context, session), {
    token: form.token ?? '',
    action,
    number: form.number === undefined ? undefined : Number(form.number),
  })
  return { page: answeredPage(context.language, answer) }
}

// A form of a page without script can hold no second verification of the protocol, so the page has
// its own: a code to the account's address.
async function needsCode(
  form: Payload,
  context: FormContext,
  session: LiveSession,
): Promise<boolean> {
  const { config, policy, qr: codes } = context.services
  const code = await codes.findScanned(form.token ?? '', session.accountId)
  const signs = { isNewNetwork: await isStrange(context, session, code) }
  const named = withWebId(context)
  await requireNotRefused(named, session.account, 'confirm_qrcode', signs)
  if (
    config.SECOND_VERIFICATION === 'off' ||
    reachedAt(context.services, session.account) === undefined
  ) {
    return false
  }
  const { verify: suspicions } = policy.ruleFor('confirm_qrcode')
  const suspicion = await findSuspicion(named, session.account, suspicions, signs)
  return suspicion !== undefined
}

async function verify(
  form: Payload,
  context: FormContext,
  session: LiveSession,
  step: 'send' | 'check',
): Promise<FormAnswer> {
  const { qr: requests, signInMethods } = context.services
  await requests.findScanned(form.token ?? '', session.accountId)
  const recipient = reachedAt(context.services, session.account)
  if (recipient === undefined) return await ask(form, context, session)
  const method = signInMethods[codeMethods[recipient.channel]]
  const typed = typedCode(form.code)
  let problem: string | undefined
  try {
    if (step === 'check' && typed !== '') {
      if (!is(typed, sixDigits)) throw new PassportError('code_missing')
      const answer = await method.verify(context, session.account, { code: typed })
      await answer.use(context.services)
      return await end(form, context, session, 'confirm')
    }
    await method.challenge(context, session.account)
  } catch (error) {
    if (error instanceof PassportError && error.error.startsWith('qr_')) throw error
    problem = problemOf(error, context)
  }
  const view = { address: maskRecipient(recipient), problem }
  return { page: verifyPage(context.language, hiddenOf(form, context), view) }
}

function isStrange(context: FormContext, session: LiveSession, code: QrCode): Promise<boolean> {
  return isUnknownNetwork(context.services, session, context.caller, code)
}

// The number stays chosen while a code is asked for.
function hiddenOf({ number, token }: Payload, context: FormContext): Form['hidden'] {
  return hiddenFields(context, { token, number })
}
