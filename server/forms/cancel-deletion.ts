import { cancelDeletion } from '../account-deletion/account-deletion.ts'
import { CANCEL_DELETION_TICKET } from '../account-deletion/revoke-ticket.ts'
import type { PassportError } from '../lib/passport-error.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Page } from '../pages/page.ts'
import { hiddenFields, problemOf, type FormContext } from './form.ts'

/** Returns the page for who signs in to an account that is being deleted: one button keeps it. */
export function deletionPage(
  context: FormContext,
  error: PassportError,
  next: string | undefined,
): Page {
  const { signIn, cancelDeletion: keep } = pageMessages[context.language]
  return {
    title: signIn,
    problem: problemOf(error, context.language),
    forms: [
      {
        action: '/form/login',
        hidden: hiddenFields(context, { next, keep: String(error.data.revoke_ticket) }),
        buttons: [{ text: keep }],
      },
    ],
  }
}

/** Cancels the deletion that a ticket of that page stands for. @throws ticket_expired */
export async function cancelDeletionByTicket(context: FormContext, ticket: string): Promise<void> {
  const { transaction } = context.services
  await transaction(async (tx) => {
    const { holder } = await tx.tickets.claim(CANCEL_DELETION_TICKET, context.app.aid, ticket)
    await cancelDeletion(tx, context, holder)
  })
}
