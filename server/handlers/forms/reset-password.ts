import type { resetPasswordForm } from '#protocol/forms.ts'
import { readProof, readTyped, refuseStep, sendStep, type CodeForm } from './by-code.ts'
import type { FormHandler } from './form.ts'
import { page as loginPage } from './login.ts'
import { formTexts } from './texts.ts'
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
  const typed = readTyped(form)
  if (form.step !== 'finish') return await sendStep(shape, context, typed)
  try {
    const { target, code } = readProof(typed)
    const call = { ...context, operation: 'reset_by_email' }
    await reset(call, target, code, form.password ?? '')
    const known = { account: typed.email, next: form.next }
    return loginPage(context, known, undefined, undefined, texts.resetDone)
  } catch (error) {
    return refuseStep(shape, context, typed, error)
  }
}
