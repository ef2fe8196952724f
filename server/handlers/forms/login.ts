import type { loginForm } from '#protocol/forms.ts'
import { nextOf, problemOf, refusalOf, type FormContext, type FormHandler } from './form.ts'
import type { FormPage } from './page.ts'
import { formTexts, pagePath } from './texts.ts'
import { toLogin } from '../../accounts/accounts.ts'
import { PassportError } from '../../passport-error.ts'
import { checkPassword } from '../password-check.ts'
import { openSession } from '../sign-in.ts'

/** `/form/login`: signs in by password. */
export const login: FormHandler<typeof loginForm> = async (form, context) => {
  const texts = formTexts[context.language]
  const typed = { account: form.account?.trim() ?? '', next: form.next }
  if (typed.account === '') return page(context, typed, texts.missingAccount, 'account')
  if (!form.password) return page(context, typed, texts.missingPassword, 'password')
  try {
    const who = toLogin(typed.account, undefined)
    const account = await checkPassword(context, who, form.password, () => {
      throw new PassportError('captcha_slide')
    })
    const opened = await openSession(
      { ...context, aid: context.app.aid, source: 'web' },
      'form_login',
      () => Promise.resolve({ account, isNew: false }),
    )
    context.bindCsrf(opened.session.hash)
    return { redirect: nextOf(context, form.next, '/account-setting') }
  } catch (error) {
    const needsScript = refusalOf(error) === 'captcha_slide'
    const problem = needsScript ? texts.needScript : problemOf(error, context.language)
    const isAddress = refusalOf(error) === 'email_error'
    return page(context, typed, problem, isAddress ? 'account' : 'password')
  }
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
