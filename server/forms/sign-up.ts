import { is } from 'superstruct'
import { displayName } from '#protocol/fields.ts'
import type { signUpForm } from '#protocol/forms.ts'
import { readProof, readTyped, refuseStep, sendStep, type CodeForm } from './by-code.ts'
import { nextOf, type FormHandler } from './form.ts'
import { callerWithWebId } from './web-id.ts'
import { PassportError } from '../lib/passport-error.ts'
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
  try {
    const { recipient, code } = readProof(typed)
    if (typed.name !== '' && !is(typed.name, displayName)) throw new PassportError('text_refused')
    const prove = await prepareAccount({ ...context, operation: 'email_register' }, recipient, {
      code,
      password: form.password ?? '',
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
