import type { recoverForm } from '#protocol/forms.ts'
import { preferredType } from '#protocol/preferred-types.ts'
import {
  prepareFinish,
  requireOffered,
  startRecovery,
} from '../account-recovery/account-recovery.ts'
import { readRecipientText } from '../accounts/recipients.ts'
import { isTooEarly, sendCodeTo } from '../codes/send-code.ts'
import { readRecoveryKey, recoveryCookie } from '../http/cookies.ts'
import { SECOND_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { pagePath } from '../lib/page-path.ts'
import { timeText } from '../lib/time-text.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Page } from '../pages/page.ts'
import { RECOVERY_KEPT_MS } from '../store/account-recovery-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import {
  buttonForm,
  codeField,
  helpLinks,
  hiddenFields,
  problemOf,
  refusedWarning,
  rejectionName,
  spendCodeLimit,
  typedCode,
  type FormAnswer,
  type FormContext,
  type FormHandler,
} from './form.ts'
import { deletionPage } from './cancel-deletion.ts'
import { signInAndContinue } from './login.ts'
import { withWebId } from './web-id.ts'

const ACTION = '/form/recover'

/** `/form/recover`: the way back for somebody who has lost every method. */
export const showRecover: FormHandler<typeof recoverForm> = async (_form, context) => {
  requireOffered(context)
  return { page: addressPage(context, '') }
}

/** Sends a code; with the code it begins the wait, or opens the account after it. */
export const recover: FormHandler<typeof recoverForm> = async (form, posted) => {
  requireOffered(posted)
  const context = withWebId(posted)
  const address = form.address?.trim() ?? ''
  try {
    const recipient = readRecipientText(address)
    if (form.code === undefined) return { page: await sendStep(context, recipient, address) }
    const code = typedCode(form.code)
    return await proceed(context, { recipient, code, key: form.key?.trim() ?? '' })
  } catch (error) {
    const deletion = deletionPage(
      context,
      error,
      pagePath('/account-setting/security', context.language),
    )
    if (deletion !== undefined) {
      // The recovery is done, and its key used up.
      context.setCookie(recoveryCookie(context.services.config, '', 0))
      return { page: deletion }
    }
    const name = rejectionName(error)
    const problem = problemOf(error, context)
    if (error instanceof PassportError && name === 'recovery_waiting') {
      return waiting(context, address, error)
    }
    if (form.code === undefined && !isTooEarly(error)) {
      return {
        page: { ...addressPage(context, address, problem), links: helpLinks(context, error) },
      }
    }
    return { page: codePage(context, address, { problem }) }
  }
}

async function sendStep(
  context: FormContext,
  recipient: Recipient,
  address: string,
): Promise<Page> {
  await spendCodeLimit(context, recipient)
  const warning = await refusedWarning(context, recipient)
  await sendCodeTo(context, recipient, preferredType.recover[recipient.channel])
  const notice = pageMessages[context.language].codeSentIfRight(address)
  return codePage(context, address, { notice, warning })
}

async function proceed(
  context: FormContext,
  { recipient, code, key }: { recipient: Recipient; code: string; key: string },
): Promise<FormAnswer> {
  const { config } = context.services
  const held = key === '' ? readRecoveryKey(context.header('cookie')) : key
  if (held !== '') {
    try {
      const prove = await prepareFinish(context, recipient, code, held)
      const next = pagePath('/account-setting/security', context.language)
      const answer = await signInAndContinue(context, next, prove)
      context.setCookie(recoveryCookie(config, '', 0))
      return answer
    } catch (error) {
      // A cookie of a recovery that has ended is no reason not to begin another.
      if (key !== '' || rejectionName(error) !== 'ticket_expired') throw error
    }
  }
  const begun = await startRecovery(context, recipient, code)
  const keptSeconds = (begun.readyAt + RECOVERY_KEPT_MS - context.now) / SECOND_MS
  context.setCookie(recoveryCookie(config, begun.key, Math.ceil(keptSeconds)))
  const { recover: t } = pageMessages[context.language]
  return {
    page: {
      title: t.started,
      outcome: 'good',
      notice: t.until(timeText(begun.readyAt, context.language)),
      text: t.back,
      facts: [[t.key, begun.key]],
    },
  }
}

// Who began it in another browser has the key.
function waiting(context: FormContext, address: string, error: PassportError): FormAnswer {
  const { recover: t } = pageMessages[context.language]
  const readyAt = Number(error.data.ready_at) * SECOND_MS
  if (readyAt <= context.now) return { page: codePage(context, address, { problem: t.needKey }) }
  const notice = t.until(timeText(readyAt, context.language))
  const isKept = readRecoveryKey(context.header('cookie')) !== ''
  const page = { title: t.waiting, notice, ...(!isKept && { text: t.keyLost }) }
  return { page, error: error.error }
}

function addressPage(context: FormContext, address: string, error?: string): Page {
  const messages = pageMessages[context.language]
  const field = {
    name: 'address',
    label: messages.recover.address,
    value: address,
    type: 'text',
    autocomplete: 'username',
    isRequired: true,
    error,
  } as const
  return {
    title: messages.recover.title,
    text: messages.recover.text,
    forms: [{ ...buttonForm(context, ACTION, { text: messages.sendCode }), fields: [field] }],
  }
}

function codePage(
  context: FormContext,
  address: string,
  state: Pick<Page, 'problem' | 'notice' | 'warning'>,
): Page {
  const messages = pageMessages[context.language]
  const { recover: t } = messages
  const hidden = hiddenFields(context, { address })
  const key = { name: 'key', label: t.key, note: messages.optional, hint: t.keyHint } as const
  return {
    title: t.title,
    ...state,
    text: t.codeText,
    forms: [
      {
        action: ACTION,
        hidden,
        fields: [codeField(context.language), { ...key, type: 'text', autocomplete: 'off' }],
        buttons: [{ text: t.go }],
      },
      { action: ACTION, hidden, buttons: [{ text: messages.resend, look: 'quiet' }] },
    ],
    again: { action: ACTION, hidden },
  }
}
