import { is } from 'superstruct'
import type { Purpose } from '#protocol/code-types.ts'
import { preferredType } from '#protocol/preferred-types.ts'
import type { ErrorName } from '#protocol/errors.ts'
import { code as sixDigits, displayName } from '#protocol/fields.ts'
import { spellEmail } from '#protocol/spelling.ts'
import {
  codeField,
  helpLinks,
  hiddenFields,
  problemOf,
  refusedWarning,
  rejectionName,
  signInPageLink,
  spendCodeLimit,
  typedCode,
  type FormAnswer,
  type FormContext,
} from './form.ts'
import { toEmail } from '../accounts/recipients.ts'
import { withMinimumLength } from '../lib/error-text.ts'
import { PassportError } from '../lib/passport-error.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Field, Form, Link, Page } from '../pages/page.ts'
import { requireStrongPassword } from '../passwords/require-strong-password.ts'
import { isTooEarly, sendCodeTo } from '../codes/send-code.ts'

type PostedFields = Partial<
  Record<'step' | 'email' | 'code' | 'name' | 'password' | 'next', string | undefined>
>

/** Input of the first step of a form. */
interface Typed {
  email: string
  code: string
  name: string
  next: string | undefined
}

/** The two forms that first mail a code and then take it together with a password. */
interface CodeForm {
  purpose: Extract<Purpose, 'register' | 'reset'>
  action: string
  title: string
  submit: string
  hasName: boolean
  isPasswordOptional: boolean
}

/** What is wrong with the fields of the second step. */
type Wrong = Partial<Record<'code' | 'name' | 'password', string>>

const fieldOf: Partial<Record<ErrorName, keyof Wrong>> = {
  code_missing: 'code',
  code_error: 'code',
  code_expired: 'code',
  code_superseded: 'code',
  password_policy: 'password',
  text_refused: 'name',
}

/** Answers a post of either step; `show` shows the second as it is; `finish` ends the second, with a password that is strong enough, or empty. */
export async function answerCodeForm(
  form: CodeForm,
  context: FormContext,
  posted: PostedFields,
  finish: (typed: Typed, password: string) => Promise<FormAnswer>,
): Promise<FormAnswer> {
  const typed = readTyped(posted)
  if (posted.step === 'show') return codePage(form, context, typed, {})
  if (posted.step !== 'finish') {
    return await sendStep(form, context, typed, posted.step === 'again')
  }
  const password = posted.password ?? ''
  const errors = errorsOf(form, context, typed, password)
  if (errors.length > 0) return refuseStep(form, context, typed, ...errors)
  try {
    return await finish(typed, password)
  } catch (error) {
    return refuseStep(form, context, typed, error)
  }
}

/** First step: mails a code, then asks for it. */
async function sendStep(
  form: CodeForm,
  context: FormContext,
  typed: Typed,
  isAgain: boolean,
): Promise<FormAnswer> {
  try {
    const recipient = toEmail(typed.email)
    await spendCodeLimit(context, recipient)
    const warning = await refusedWarning(context, recipient)
    await sendCodeTo(context, recipient, preferredType[form.purpose].email)
    const notice = pageMessages[context.language].codeSentIfRight(typed.email)
    return codePage(form, context, { ...typed, code: '' }, { notice, warning })
  } catch (error) {
    const problem = problemOf(error, context)
    // A code that was sent before still works: ask for it rather than for the address.
    return isAgain || isTooEarly(error)
      ? codePage(form, context, typed, { problem })
      : addressPage(form, context, typed, problem)
  }
}

/** Returns the page of the second step after it was refused, with what was typed. */
function refuseStep(
  form: CodeForm,
  context: FormContext,
  typed: Typed,
  ...errors: readonly unknown[]
): FormAnswer {
  const told = errors.map((error) => ({
    field: fieldOf[rejectionName(error) ?? 'server_error'],
    text: problemOf(error, context),
  }))
  const problem = told.flatMap(({ field, text }) => (field === undefined ? [text] : []))
  const wrong = told.flatMap(({ field, text }) => (field === undefined ? [] : [[field, text]]))
  return codePage(form, context, typed, {
    problem: problem.length === 0 ? undefined : problem,
    wrong: Object.fromEntries(wrong) as Wrong,
    help: errors.flatMap((error) => helpLinks(context, error)),
  })
}

/** Returns what is wrong with the fields of the second step, before anything is proved. */
function errorsOf(
  { hasName, isPasswordOptional }: CodeForm,
  { services }: FormContext,
  { email, code, name }: Typed,
  password: string,
): PassportError[] {
  const checks = [
    () => void toEmail(email),
    () => {
      if (!is(code, sixDigits)) throw new PassportError('code_missing')
    },
    () => {
      if (hasName && name !== '' && !is(name, displayName)) throw new PassportError('text_refused')
    },
    () => {
      if (isPasswordOptional && password === '') return
      requireStrongPassword(services, { channel: 'email', address: email }, { password })
    },
  ]
  return checks.flatMap((check) => {
    try {
      check()
      return []
    } catch (error) {
      if (error instanceof PassportError) return [error]
      throw error
    }
  })
}

/** Returns what was typed, without stray spaces. */
function readTyped(form: PostedFields): Typed {
  return {
    email: spellEmail(form.email ?? ''),
    code: typedCode(form.code),
    name: form.name?.trim() ?? '',
    next: form.next,
  }
}

function addressPage(
  form: CodeForm,
  context: FormContext,
  typed: Typed,
  problem: string,
): FormAnswer {
  const messages = pageMessages[context.language]
  const hidden = hiddenFields(context, { next: typed.next, step: 'send', name: typed.name })
  // It is refused once more, so the page comes again.
  const again = { action: form.action, hidden: { ...hidden, email: typed.email } }
  const email: Field = {
    name: 'email',
    label: messages.email,
    value: typed.email,
    // Browsers would refuse full-width letters in a field for addresses.
    type: 'text',
    inputMode: 'email',
    autocomplete: 'email',
    isRequired: true,
    error: problem,
  }
  return pageOf(form, { links: [signInLink(context, typed)], again }, [
    { action: form.action, hidden, fields: [email], buttons: [{ text: messages.sendCode }] },
  ])
}

function codePage(
  form: CodeForm,
  context: FormContext,
  typed: Typed,
  state: {
    problem?: string | readonly string[] | undefined
    wrong?: Wrong
    notice?: string
    warning?: string | undefined
    help?: readonly Link[]
  },
): FormAnswer {
  const { language } = context
  const messages = pageMessages[language]
  const { problem, wrong = {}, notice, warning, help = [] } = state
  const hiddenOf = (step: string): Form['hidden'] =>
    hiddenFields(context, { next: typed.next, step, email: typed.email })
  const name: Field = {
    name: 'name',
    label: messages.name,
    note: messages.optional,
    value: typed.name,
    type: 'text',
    autocomplete: 'name',
    error: wrong.name,
  }
  const password: Field = {
    name: 'password',
    label: form.purpose === 'reset' ? messages.newPassword : messages.password,
    hint: withMinimumLength(messages.passwordHint, context.services.config.PASSWORD_MIN_LENGTH),
    type: 'password',
    autocomplete: 'new-password',
    ...(form.isPasswordOptional ? { note: messages.optional } : { isRequired: true }),
    error: wrong.password,
  }
  const links = [...help, signInLink(context, typed)]
  const { code, name: typedName } = typed
  const again = { action: form.action, hidden: { ...hiddenOf('show'), code, name: typedName } }
  return pageOf(form, { problem, notice, warning, links, again }, [
    {
      action: form.action,
      hidden: hiddenOf('finish'),
      fields: [
        codeField(language, { value: typed.code, error: wrong.code }),
        ...(form.hasName ? [name] : []),
        password,
      ],
      buttons: [{ text: form.submit }],
    },
    {
      action: form.action,
      hidden: hiddenOf('again'),
      buttons: [{ text: messages.resend, look: 'quiet' }],
    },
  ])
}

function pageOf(
  { title }: CodeForm,
  state: Pick<Page, 'problem' | 'notice' | 'warning' | 'links' | 'again'>,
  forms: readonly Form[],
): FormAnswer {
  return { page: { title, ...state, forms } }
}

function signInLink(context: FormContext, { next }: Typed): Link {
  return {
    href: signInPageLink(context, '/login', next),
    text: pageMessages[context.language].signIn,
  }
}
