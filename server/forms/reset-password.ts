import type { resetPasswordForm } from '#protocol/forms.ts'
import { readProof, readTyped, refuseStep, sendStep, type CodeForm } from './by-code.ts'
import type { FormHandler } from './form.ts'
import { loginPage } from './login.ts'
import { callerWithWebId } from './web-id.ts'
import { PassportError } from '../lib/passport-error.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import { resetPassword as reset } from '../recovery/reset-password.ts'
import { requireNotRefused, isSuspicious } from '../two-step/risk-check.ts'

/** `/form/reset-password`: a code by mail, then a new password, then the sign-in page. */
export const resetPassword: FormHandler<typeof resetPasswordForm> = async (form, context) => {
  const messages = pageMessages[context.language]
  const shape: CodeForm = {
    purpose: 'reset',
    action: '/form/reset-password',
    title: messages.resetPassword,
    submit: messages.setPassword,
    hasName: false,
  }
  const typed = readTyped(form)
  if (form.step !== 'finish') return await sendStep(shape, context, typed)
  try {
    const { recipient, code } = readProof(typed)
    const call = { ...context, operation: 'reset_by_email' }
    const { config, policy } = context.services
    const { verify } = policy.ruleFor('reset_by_email')
    await reset(call, recipient, code, form.password ?? '', async (account) => {
      const named = { ...context, caller: callerWithWebId(context) }
      await requireNotRefused(named, account, 'reset_by_email')
      // A second verification takes a page with script; where there is no second way none is asked.
      const canReceiveText = account.mobile !== null && context.services.outbox.canSend('mobile')
      if (config.SECOND_VERIFICATION === 'off' || !canReceiveText) return
      if (await isSuspicious(named, account, verify)) throw new PassportError('second_verify')
    })
    const known = { account: typed.email, next: form.next }
    return loginPage(context, known, { notice: messages.passwordSetText })
  } catch (error) {
    return refuseStep(shape, context, typed, error)
  }
}
