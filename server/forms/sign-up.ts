import type { signUpForm } from '#protocol/forms.ts'
import { answerCodeForm } from './by-code.ts'
import type { FormHandler } from './form.ts'
import { signInAndContinue } from './login.ts'
import { withWebId } from './web-id.ts'
import { toEmail } from '../accounts/recipients.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import { prepareAccount } from '../registration/register.ts'

/** `/form/sign-up`: a code by mail, then an account. */
export const signUp: FormHandler<typeof signUpForm> = async (form, context) => {
  const messages = pageMessages[context.language]
  const shape = {
    purpose: 'register',
    action: '/form/sign-up',
    title: messages.signUp,
    submit: messages.signUp,
    hasName: true,
    isPasswordOptional: !context.app.settings.password_required,
  } as const
  return await answerCodeForm(shape, context, form, async ({ email, code, name }, password) => {
    const call = { ...context, operation: 'email_register' }
    const prove = await prepareAccount(call, toEmail(email), {
      code,
      password: password === '' ? undefined : password,
      name: name === '' ? undefined : name,
    })
    return await signInAndContinue(withWebId(context), form.next, prove)
  })
}
