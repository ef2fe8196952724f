import { pagePath } from '../lib/page-path.ts'
import type { loginForm } from '#protocol/forms.ts'
import { cancelDeletionByTicket, deletionPage } from './cancel-deletion.ts'
import {
  hiddenFields,
  nextOf,
  problemOf,
  rejectionName,
  typedCode,
  type FormAnswer,
  type FormContext,
  type FormHandler,
} from './form.ts'
import { askForCode, proveSecondStep, refuseSecondStep, type SecondStep } from './second-step.ts'
import { callerWithWebId } from './web-id.ts'
import { requireUsable } from '../accounts/accounts.ts'
import { toLogin } from '../accounts/logins.ts'
import type { Caller } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Services } from '../services/services.ts'
import { checkPassword, lockWithSamePassword } from '../passwords/check-password.ts'
import { openSession, type SignedIn } from '../sign-in/sign-in.ts'
import { requireNotRefused } from '../two-step/risk-check.ts'

/** `/form/login`: signs in by password. */
export const login: FormHandler<typeof loginForm> = async (form, context) => {
  const messages = pageMessages[context.language]
  const caller = callerWithWebId(context)
  if (form.ticket !== undefined && form.ticket !== '') {
    return await finish(context, caller, {
      ticket: form.ticket,
      code: typedCode(form.code),
      next: form.next,
    })
  }
  const typed = { account: form.account?.trim() ?? '', next: form.next }
  if (form.keep !== undefined && form.keep !== '') {
    try {
      await cancelDeletionByTicket(context, form.keep)
      return loginPage(context, typed, { notice: messages.keptText })
    } catch (error) {
      return loginPage(context, typed, { problem: problemOf(error, context.language) })
    }
  }
  if (typed.account === '') {
    return loginPage(context, typed, { problem: messages.needAccount, wrong: 'account' })
  }
  if (!form.password) {
    return loginPage(context, typed, { problem: messages.needPassword, wrong: 'password' })
  }
  try {
    const who = toLogin(typed.account, undefined)
    const { account, ...hints } = await checkPassword(context, who, form.password, () => {
      throw new PassportError('captcha_slide')
    })
    requireUsable(account)
    await requireNotRefused({ ...context, caller }, account, 'user_login')
    const second = await askForCode(context, caller, account, form.next)
    if (second !== undefined) return { page: second }
    return await open(context, caller, form.next, async (tx) => ({
      account: await lockWithSamePassword(tx, account),
      isNew: false,
      method: 'password',
      ...hints,
    }))
  } catch (error) {
    if (isDeletionScheduled(error)) return { page: deletionPage(context, error, form.next) }
    const name = rejectionName(error)
    return loginPage(context, typed, {
      problem: name === 'captcha_slide' ? messages.needScript : problemOf(error, context.language),
      wrong: name === 'email_error' ? 'account' : 'password',
    })
  }
}

async function finish(context: FormContext, caller: Caller, step: SecondStep): Promise<FormAnswer> {
  try {
    const prove = await proveSecondStep(context, caller, step)
    return await open(context, caller, step.next, prove, true)
  } catch (error) {
    if (isDeletionScheduled(error)) return { page: deletionPage(context, error, step.next) }
    if (rejectionName(error) !== 'ticket_expired') {
      return { page: refuseSecondStep(context, step, error) }
    }
    const typed = { account: '', next: step.next }
    return loginPage(context, typed, { problem: problemOf(error, context.language) })
  }
}

function isDeletionScheduled(error: unknown): error is PassportError {
  return rejectionName(error) === 'account_cancelling'
}

async function open(
  context: FormContext,
  caller: Caller,
  next: string | undefined,
  prove: (tx: Services) => Promise<SignedIn>,
  isSecondProved = false,
): Promise<FormAnswer> {
  const opened = await openSession(
    { ...context, caller, aid: context.app.aid, source: 'web', isSecondProved },
    'form_login',
    prove,
  )
  context.bindCsrf(opened.session.hash)
  return { redirect: nextOf(context, next, '/account-setting') }
}

/** Returns the sign-in page, with what was typed but never the password. */
export function loginPage(
  context: FormContext,
  typed: { account: string; next: string | undefined },
  state: { problem?: string; wrong?: 'account' | 'password'; notice?: string },
): FormAnswer {
  const { language } = context
  const messages = pageMessages[language]
  const { problem, wrong, notice } = state
  return {
    page: {
      title: messages.signIn,
      problem,
      notice,
      forms: [
        {
          action: '/form/login',
          hidden: hiddenFields(context, { next: typed.next }),
          fields: [
            {
              name: 'account',
              label: messages.account,
              value: typed.account,
              type: 'text',
              autocomplete: 'username',
              isRequired: true,
              isWrong: wrong === 'account',
            },
            {
              name: 'password',
              label: messages.password,
              type: 'password',
              autocomplete: 'current-password',
              isRequired: true,
              isWrong: wrong === 'password',
            },
          ],
          buttons: [{ text: messages.signIn }],
        },
      ],
      links: [
        { href: pagePath('/reset-password', language), text: messages.forgot },
        { href: pagePath('/sign-up', language), text: messages.signUp },
      ],
    },
  }
}
