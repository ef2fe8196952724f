import { pagePath } from '../lib/page-path.ts'
import type { Recipient } from '../store/recipient.ts'
import { is } from 'superstruct'
import type { Purpose } from '#protocol/code-types.ts'
import { preferredType } from '#protocol/preferred-types.ts'
import type { ErrorName } from '#protocol/errors.ts'
import { code as codeField } from '#protocol/fields.ts'
import { problemOf, refusalOf, takeCodeBudget, type FormAnswer, type FormContext } from './form.ts'
import type { Field, FormPage } from './page.ts'
import { formTexts } from './texts.ts'
import { toEmail } from '../accounts/recipients.ts'
import { withMinimumLength } from '../lib/error-text.ts'
import { PassportError } from '../lib/passport-error.ts'
import { sendCodeTo } from '../codes/send-code.ts'

/** What was typed so far in a form of two steps. */
export interface Typed {
  email: string
  code: string
  name: string
  next: string | undefined
}

/** The two forms that first mail a code and then take it together with a password. */
export interface CodeForm {
  purpose: Extract<Purpose, 'register' | 'reset'>
  action: string
  title: string
  submit: string
  hasName: boolean
}

const fieldOf: Partial<Record<ErrorName, keyof Typed | 'password'>> = {
  email_error: 'email',
  has_registered: 'email',
  code_missing: 'code',
  code_error: 'code',
  code_expired: 'code',
  password_policy: 'password',
  text_refused: 'name',
}

/** First step: mails a code, then asks for it. */
export async function sendStep(
  form: CodeForm,
  context: FormContext,
  typed: Typed,
): Promise<FormAnswer> {
  const texts = formTexts[context.language]
  try {
    const recipient = toEmail(typed.email)
    await takeCodeBudget(context)
    await sendCodeTo(context, recipient, preferredType[form.purpose].email)
    const notice = texts.codeSent.replace('{email}', () => typed.email)
    return codePage(form, context, { ...typed, code: '' }, undefined, undefined, notice)
  } catch (error) {
    const problem = problemOf(error, context.language)
    // A code that was sent a moment ago still works: ask for it rather than for the address.
    return refusalOf(error) === 'code_frequency'
      ? codePage(form, context, typed, problem, undefined, undefined)
      : addressPage(form, context, typed, problem)
  }
}

/** What the second step shows when it is refused: the same page with what was typed. */
export function refuseStep(
  form: CodeForm,
  context: FormContext,
  typed: Typed,
  error: unknown,
): FormAnswer {
  const problem = problemOf(error, context.language)
  const name = refusalOf(error)
  return codePage(form, context, typed, problem, name && fieldOf[name], undefined)
}

/** What was typed, as people mean it: without stray spaces, nor the dashes of a pasted code. */
export function readTyped(
  form: Partial<Record<'email' | 'code' | 'name' | 'next', string | undefined>>,
): Typed {
  return {
    email: form.email?.trim() ?? '',
    code: form.code?.replaceAll(/[\s-]/g, '') ?? '',
    name: form.name?.trim() ?? '',
    next: form.next,
  }
}

/** Address and code of the second step; @throws email_error, code_missing. */
export function readProof(typed: Typed): { recipient: Recipient; code: string } {
  const recipient = toEmail(typed.email)
  if (!is(typed.code, codeField)) throw new PassportError('code_missing')
  return { recipient, code: typed.code }
}

function addressPage(
  form: CodeForm,
  context: FormContext,
  typed: Typed,
  problem: string | undefined,
): { page: FormPage } {
  const texts = formTexts[context.language]
  return frame(form, context, typed, {
    step: 'send',
    problem,
    notice: undefined,
    fields: [
      {
        name: 'email',
        label: texts.email,
        value: typed.email,
        type: 'email',
        autocomplete: 'email',
        isWrong: problem !== undefined,
        isRequired: true,
      },
    ],
    submit: texts.sendCode,
    again: undefined,
  })
}

function codePage(
  form: CodeForm,
  context: FormContext,
  typed: Typed,
  problem: string | undefined,
  wrong: string | undefined,
  notice: string | undefined,
): { page: FormPage } {
  const texts = formTexts[context.language]
  const nameField: Field = {
    name: 'name',
    label: texts.name,
    value: typed.name,
    type: 'text',
    autocomplete: 'name',
    isWrong: wrong === 'name',
    isRequired: false,
  }
  return frame(form, context, typed, {
    step: 'finish',
    problem,
    notice,
    fields: [
      {
        name: 'code',
        label: texts.code,
        value: typed.code,
        type: 'text',
        autocomplete: 'one-time-code',
        isWrong: wrong === 'code',
        isRequired: true,
        inputMode: 'numeric',
      },
      ...(form.hasName ? [nameField] : []),
      {
        name: 'password',
        label: form.purpose === 'reset' ? texts.newPassword : texts.password,
        value: '',
        type: 'password',
        autocomplete: 'new-password',
        hint: withMinimumLength(texts.passwordHint, context.services.config.PASSWORD_MIN_LENGTH),
        isWrong: wrong === 'password',
        isRequired: true,
      },
    ],
    submit: form.submit,
    again: texts.sendAgain,
  })
}

function frame(
  form: CodeForm,
  context: FormContext,
  typed: Typed,
  rest: Pick<FormPage, 'problem' | 'notice' | 'fields' | 'submit' | 'again'> & {
    step: 'send' | 'finish'
  },
): { page: FormPage } {
  const { language } = context
  const { step, ...shown } = rest
  return {
    page: {
      ...shown,
      language,
      product: context.services.config.PRODUCT_NAME,
      title: form.title,
      action: form.action,
      hidden: {
        aid: String(context.app.aid),
        language,
        next: typed.next,
        step,
        ...(step === 'finish' ? { email: typed.email } : { name: typed.name }),
      },
      links: [{ href: pagePath('/login', language), text: formTexts[language].haveAccount }],
    },
  }
}
