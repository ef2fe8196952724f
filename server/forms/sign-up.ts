import type { signUpForm } from '#protocol/forms.ts'
import { errorsOf, readTyped, refuseStep, sendStep, type CodeForm } from './by-code.ts'
import { nextOf, type FormHandler } from './form.ts'
import { callerWithWebId } from './web-id.ts'
import { toEmail } from '../accounts/recipients.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import { prepareAccount } from '../registration/register.ts'
import { openSession } from '../sign-in/sign-in.ts'

/** `/form/sign-up`: a code by mail, then an account. */
export const signUp: FormHandler<typeof signUpForm> = async (form, context) => {
  const messages = pageMessages[context.language]
  const shape: CodeForm = {
    purpose: 'register',
    action: '/form/sign-up',
    title: messages.signUp,
    submit: messages.signUp,
    hasName: true,
  }
  const typed = readTyped(form)
  if (form.step !== 'finish') return await sendStep(shape, context, typed)
  const password = form.password ?? ''
  const errors = errorsOf(shape, context, typed, password)
  if (errors.length > 0) return refuseStep(shape, context, typed, ...errors)
  try {
    const recipient = toEmail(typed.email)
    const prove = await prepareAccount({ ...context, operation: 'email_register' }, recipient, {
      code: typed.code,
      password,
      name: typed.name === '' ? undefined : typed.name,
    })
    const opened = await openSession(
      { ...context, caller: callerWithWebId(context), aid: context.app.aid, source: 'web' },
      'form_sign_up',
      prove,
    )
    context.bindCsrf(opened.session.hash)
    return { redirect: nextOf(context, form.next, '/account-setting') }
  } catch (error) {
    return refuseStep(shape, context, typed, error)
  }
}
