import type { resetPasswordForm } from '#protocol/forms.ts'
import { errorsOf, readTyped, refuseStep, sendStep, type CodeForm } from './by-code.ts'
import { deletionPage } from './cancel-deletion.ts'
import type { FormHandler } from './form.ts'
import { openFormSession } from './login.ts'
import { askForCode } from './second-step.ts'
import { callerWithWebId } from './web-id.ts'
import { toEmail } from '../accounts/recipients.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import { prepareReset } from '../recovery/reset-password.ts'
import { requireNotRefused } from '../two-step/risk-check.ts'

/** Operations whose rules hold for a reset that ends in a session. */
const operations = ['reset_by_email', 'email_code_login'] as const

/** `/form/reset-password`: a code by mail, then a new password, then a session. */
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
  const password = form.password ?? ''
  const errors = errorsOf(shape, context, typed, password)
  if (errors.length > 0) return refuseStep(shape, context, typed, ...errors)
  try {
    const recipient = toEmail(typed.email)
    const caller = callerWithWebId(context)
    const call = { ...context, caller, operation: 'reset_by_email' }
    const reset = await prepareReset(call, recipient, typed.code, password, async (owner) => {
      for (const operation of operations) await requireNotRefused(call, owner, operation)
    })
    const { account, prove } = reset
    const second = await askForCode(context, caller, { account, operations, reset }, form.next)
    if (second !== undefined) return { page: second }
    return await openFormSession(context, caller, form.next, prove)
  } catch (error) {
    const deletion = deletionPage(context, error, form.next)
    return deletion === undefined ? refuseStep(shape, context, typed, error) : { page: deletion }
  }
}
