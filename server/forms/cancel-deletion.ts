import { PassportError } from '../lib/passport-error.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Page } from '../pages/page.ts'
import { buttonForm, problemOf, type FormContext } from './form.ts'

/**
 * Returns the page for who signs in to an account that is being deleted: one button keeps it.
 * Undefined for other errors.
 */
export function deletionPage(
  context: FormContext,
  error: unknown,
  next: string | undefined,
): Page | undefined {
  if (!(error instanceof PassportError) || error.error !== 'account_cancelling') return undefined
  const { signIn, cancelDeletion } = pageMessages[context.language]
  const fields = { next, keep: String(error.data.revoke_ticket) }
  return {
    title: signIn,
    problem: problemOf(error, context),
    forms: [buttonForm(context, '/form/login', { text: cancelDeletion }, fields)],
  }
}
