import type { FormPayload, loginForm } from '#protocol/forms.ts'
import type { MethodsFor } from '#protocol/sign-in-methods.ts'
import { deletionPage } from './cancel-deletion.ts'
import {
  buttonForm,
  helpLinks,
  nextOf,
  problemOf,
  rejectionName,
  signInPageLink,
  typedCode,
  type FormAnswer,
  type FormContext,
  type FormHandler,
} from './form.ts'
import {
  askForCode,
  checkSecondStep,
  loginStepPage,
  redeemSecondStep,
  sendCodeInstead,
} from './second-step.ts'
import { openFormSession } from './session.ts'
import { withWebId } from './web-id.ts'
import { cancelDeletionByTicket } from '../account-deletion/account-deletion.ts'
import { requireUsable } from '../accounts/accounts.ts'
import { toLogin } from '../accounts/logins.ts'
import { PassportError } from '../lib/passport-error.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Link } from '../pages/page.ts'
import type { Services } from '../services/services.ts'
import { checkPassword, lockWithSamePassword } from '../passwords/check-password.ts'
import type { SignedIn } from '../sign-in/sign-in.ts'
import { rememberBrowser } from '../two-step/remembered-browsers.ts'
import { requireNotRefused } from '../two-step/risk-check.ts'

/** `/form/login`: signs in by password. */
export const login: FormHandler<typeof loginForm> = async (form, posted) => {
  const context = withWebId(posted)
  const messages = pageMessages[context.language]
  if (form.ticket !== undefined && form.ticket !== '') {
    return await confirm(context, form.ticket, form)
  }
  const typed = { account: form.account?.trim() ?? '', next: form.next }
  if (form.keep !== undefined && form.keep !== '') {
    const { keep } = form
    try {
      return await signInAndContinue(context, form.next, (tx) =>
        cancelDeletionByTicket(tx, context, keep),
      )
    } catch (error) {
      return loginPage(context, typed, { problem: problemOf(error, context) })
    }
  }
  const { password = '' } = form
  const missing = [
    ...(typed.account === '' ? (['account'] as const) : []),
    ...(password === '' ? (['password'] as const) : []),
  ]
  if (missing.length > 0) {
    const needs = { account: messages.needAccount, password: messages.needPassword }
    const errors = Object.fromEntries(missing.map((name) => [name, needs[name]]))
    return loginPage(context, typed, { errors })
  }
  try {
    const who = toLogin(typed.account, undefined)
    const { account, isBreached, ...hints } = await checkPassword(context, who, password, () => {
      throw new PassportError('captcha_slide')
    })
    requireUsable(account)
    await requireNotRefused(context, account, 'user_login', { isBreached })
    const proof = { account, operations: ['user_login'], isBreached }
    const second = await askForCode(context, proof, form.next)
    if (second !== undefined) {
      context.progress.refusal = new PassportError('second_verify')
      return { page: second }
    }
    return await signInAndContinue(context, form.next, async (tx) => ({
      account: await lockWithSamePassword(tx, account),
      isNew: false,
      method: 'password',
      ...hints,
    }))
  } catch (error) {
    const deletion = deletionPage(context, error, form.next)
    if (deletion !== undefined) return { page: deletion }
    const name = rejectionName(error)
    const problem = problemOf(error, context)
    if (name === 'email_error') return loginPage(context, typed, { errors: { account: problem } })
    return loginPage(context, typed, {
      problem: name === 'captcha_slide' ? messages.needScript : problem,
      help: helpLinks(context, error),
    })
  }
}

async function confirm(
  context: FormContext,
  ticket: string,
  { code, next, remember, send }: FormPayload<typeof loginForm>,
): Promise<FormAnswer> {
  // The page before gave the browser an id to bring back.
  if (context.header('cookie') === undefined) {
    const { noCookies } = pageMessages[context.language]
    return loginPage(context, { account: '', next }, { problem: noCookies })
  }
  try {
    if (send !== undefined) return { page: await sendCodeInstead(context, ticket, next) }
    if (code === undefined) return { page: await loginStepPage(context, ticket, next) }
    const step = { ticket, code: typedCode(code) }
    const proof = await checkSecondStep(context, '/form/login', step)
    const prove = async (tx: Services): Promise<SignedIn> => {
      const signedIn = await redeemSecondStep(context, tx, proof)
      if (remember !== undefined) await rememberBrowser(context, tx, proof.accountId)
      return signedIn
    }
    return await signInAndContinue(context, next, prove, proof.method)
  } catch (error) {
    const deletion = deletionPage(context, error, next)
    if (deletion !== undefined) return { page: deletion }
    const problem = problemOf(error, context)
    try {
      const state = { problem, isRemembered: remember !== undefined }
      return { page: await loginStepPage(context, ticket, next, state) }
    } catch (later) {
      // Expired, or used by the same form, which was sent twice.
      if (rejectionName(later) !== 'ticket_expired') throw later
      return loginPage(context, { account: '', next }, { problem })
    }
  }
}

/** Signs in by the proof, and leads on to `next` or the account page. */
export async function signInAndContinue(
  context: FormContext,
  next: string | undefined,
  prove: (tx: Services) => Promise<SignedIn>,
  secondMethod?: MethodsFor<'second'>,
): Promise<FormAnswer> {
  await openFormSession(context, prove, secondMethod)
  return { redirect: nextOf(context, next, '/account-setting') }
}

/** Returns the sign-in page, with what was typed but never the password. */
export function loginPage(
  context: FormContext,
  typed: { account: string; next: string | undefined },
  state: {
    problem?: string
    errors?: { account?: string; password?: string }
    help?: readonly Link[]
  },
): FormAnswer {
  const { language } = context
  const messages = pageMessages[language]
  const { problem, errors = {}, help = [] } = state
  const pageLink = (path: '/reset-password' | '/sign-up'): string =>
    signInPageLink(context, path, typed.next)
  return {
    page: {
      title: messages.signIn,
      problem,
      forms: [
        {
          ...buttonForm(context, '/form/login', { text: messages.signIn }, { next: typed.next }),
          fields: [
            {
              name: 'account',
              label: messages.account,
              value: typed.account,
              type: 'text',
              autocomplete: 'username',
              isRequired: true,
              error: errors.account,
            },
            {
              name: 'password',
              label: messages.password,
              type: 'password',
              autocomplete: 'current-password',
              isRequired: true,
              error: errors.password,
              isWrong: problem !== undefined,
              help: { href: pageLink('/reset-password'), text: messages.forgot },
            },
          ],
        },
      ],
      links: [...help, { href: pageLink('/sign-up'), text: messages.signUp }],
    },
  }
}
