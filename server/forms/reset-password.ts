import type { resetPasswordForm } from '#protocol/forms.ts'
import { answerCodeForm } from './by-code.ts'
import { deletionPage } from './cancel-deletion.ts'
import type { FormHandler } from './form.ts'
import { signInAndContinue } from './login.ts'
import { askForCode } from './second-step.ts'
import { withWebId } from './web-id.ts'
import { toEmail } from '../accounts/recipients.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import { prepareReset } from '../recovery/reset-password.ts'
import { requireNotRefused } from '../two-step/risk-check.ts'

/** Operations whose rules hold for a reset that ends in a session. */
const operations = ['reset_by_email', 'email_code_login'] as const

/** `/form/reset-password`: a code by mail, then a new password, then a session. */
export const resetPassword: FormHandler<typeof resetPasswordForm> = async (form, posted) => {
  const messages = pageMessages[posted.language]
  const shape = {
    purpose: 'reset',
    action: '/form/reset-password',
    title: messages.resetPassword,
    submit: messages.setPassword,
    hasName: false,
    isPasswordOptional: false,
  } as const
  return await answerCodeForm(shape, posted, form, async ({ email, code }, password) => {
    const context = withWebId(posted)
    const call = { ...context, operation: 'reset_by_email' }
    try {
      const reset = await prepareReset(call, toEmail(email), code, password, async (owner) => {
        for (const operation of operations) await requireNotRefused(call, owner, operation)
      })
      const { account, prove } = reset
      const second = await askForCode(context, { account, operations, reset }, form.next)
      if (second !== undefined) return { page: second }
      return await signInAndContinue(context, form.next, prove)
    } catch (error) {
      const deletion = deletionPage(context, error, form.next)
      if (deletion === undefined) throw error
      return { page: deletion }
    }
  })
}
