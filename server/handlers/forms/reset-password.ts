import { is } from 'superstruct'
import { code as codeField } from '#protocol/fields.ts'
import type { resetPasswordForm } from '#protocol/forms.ts'
import { readEmail, refuseStep, sendStep, type CodeForm } from './by-code.ts'
import type { FormHandler } from './form.ts'
import { page as loginPage } from './login.ts'
import { formTexts } from './texts.ts'
import { PassportError } from '../../passport-error.ts'
import { resetPassword as reset } from '../reset.ts'

/** `/form/reset-password`: a code by mail, then a new password, then the sign-in page. */
export const resetPassword: FormHandler<typeof resetPasswordForm> = async (form, context) => {
  const texts = formTexts[context.language]
  const shape: CodeForm = {
    purpose: 'reset',
    action: '/form/reset-password',
    title: texts.reset,
    submit: texts.setPassword,
    hasName: false,
  }
  const typed = {
    email: form.email?.trim() ?? '',
    code: form.code?.replaceAll(/[\s-]/g, '') ?? '',
    name: '',
    next: form.next,
  }
  if (form.step !== 'finish') return await sendStep(shape, context, typed)
  try {
    const target = readEmail(typed.email)
    if (!is(typed.code, codeField)) throw new PassportError('code_missing')
    const call = { ...context, operation: 'reset_by_email' }
    await reset(call, target, typed.code, form.password ?? '')
    const known = { account: typed.email, next: form.next }
    return loginPage(context, known, undefined, undefined, texts.resetDone)
  } catch (error) {
    return refuseStep(shape, context, typed, error)
  }
}
