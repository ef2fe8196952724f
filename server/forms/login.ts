import { pagePath } from '../lib/page-path.ts'
import type { loginForm } from '#protocol/forms.ts'
import { namedCaller } from './browser.ts'
import {
  nextOf,
  problemOf,
  refusalOf,
  type FormAnswer,
  type FormContext,
  type FormHandler,
} from './form.ts'
import { closingPage, keepAccount } from './keep-account.ts'
import type { FormPage } from './page.ts'
import { askForCode, proveSecondStep, refuseSecondStep, type SecondStep } from './second-step.ts'
import { formTexts } from './texts.ts'
import { requireUsable } from '../accounts/accounts.ts'
import { toLogin } from '../accounts/logins.ts'
import type { Caller } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Services } from '../services/services.ts'
import { checkPassword, lockWithSamePassword } from '../passwords/check-password.ts'
import { openSession, type SignedIn } from '../sign-in/sign-in.ts'
import { requireNotRefused } from '../two-step/risk-check.ts'

/** `/form/login`: signs in by password. */
export const login: FormHandler<typeof loginForm> = async (form, context) => {
  const texts = formTexts[context.language]
  const caller = namedCaller(context)
  if (form.ticket !== undefined && form.ticket !== '') {
    return await finish(context, caller, {
      ticket: form.ticket,
      code: form.code?.replaceAll(/[\s-]/g, '') ?? '',
      next: form.next,
    })
  }
  const typed = { account: form.account?.trim() ?? '', next: form.next }
  if (form.keep !== undefined && form.keep !== '') {
    try {
      await keepAccount(context, form.keep)
      return page(context, typed, undefined, undefined, texts.kept)
    } catch (error) {
      return page(context, typed, problemOf(error, context.language), undefined)
    }
  }
  if (typed.account === '') return page(context, typed, texts.missingAccount, 'account')
  if (!form.password) return page(context, typed, texts.missingPassword, 'password')
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
      ...hints,
    }))
  } catch (error) {
    if (isClosing(error)) return { page: closingPage(context, error, form.next) }
    const needsScript = refusalOf(error) === 'captcha_slide'
    const problem = needsScript ? texts.needScript : problemOf(error, context.language)
    const isAddress = refusalOf(error) === 'email_error'
    return page(context, typed, problem, isAddress ? 'account' : 'password')
  }
}

async function finish(context: FormContext, caller: Caller, step: SecondStep): Promise<FormAnswer> {
  try {
    return await open(context, caller, step.next, await proveSecondStep(context, caller, step))
  } catch (error) {
    if (isClosing(error)) return { page: closingPage(context, error, step.next) }
    if (refusalOf(error) !== 'ticket_expired') {
      return { page: refuseSecondStep(context, step, error) }
    }
    const typed = { account: '', next: step.next }
    return page(context, typed, problemOf(error, context.language), undefined)
  }
}

function isClosing(error: unknown): error is PassportError {
  return refusalOf(error) === 'account_cancelling'
}

async function open(
  context: FormContext,
  caller: Caller,
  next: string | undefined,
  prove: (tx: Services) => Promise<SignedIn>,
): Promise<FormAnswer> {
  const opened = await openSession(
    { ...context, caller, aid: context.app.aid, source: 'web' },
    'form_login',
    prove,
  )
  context.bindCsrf(opened.session.hash)
  return { redirect: nextOf(context, next, '/account-setting') }
}

/** The sign-in page, with what was typed but never the password. */
export function page(
  context: FormContext,
  typed: { account: string; next: string | undefined },
  problem: string | undefined,
  wrong: 'account' | 'password' | undefined,
  notice?: string,
): { page: FormPage } {
  const { language } = context
  const texts = formTexts[language]
  return {
    page: {
      language,
      product: context.services.config.PRODUCT_NAME,
      title: texts.signIn,
      action: '/form/login',
      problem,
      notice,
      hidden: { aid: String(context.app.aid), language, next: typed.next },
      fields: [
        {
          name: 'account',
          label: texts.account,
          value: typed.account,
          type: 'text',
          autocomplete: 'username',
          isWrong: wrong === 'account',
          isRequired: true,
        },
        {
          name: 'password',
          label: texts.password,
          value: '',
          type: 'password',
          autocomplete: 'current-password',
          isWrong: wrong === 'password',
          isRequired: true,
        },
      ],
      submit: texts.signIn,
      again: undefined,
      links: [
        { href: pagePath('/reset-password', language), text: texts.forgot },
        { href: pagePath('/sign-up', language), text: texts.noAccount },
      ],
    },
  }
}
