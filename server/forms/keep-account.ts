import { cancelDeletion } from '../account-deletion/account-deletion.ts'
import type { FormContext } from './form.ts'
import { problemOf } from './form.ts'
import type { FormPage } from './page.ts'
import { formTexts } from './texts.ts'
import type { PassportError } from '../lib/passport-error.ts'
import { CANCEL_DELETION_TICKET } from '../account-deletion/revoke-ticket.ts'

/** The page for who signs in to an account that is being closed: one button keeps it. */
export function closingPage(
  context: FormContext,
  refusal: PassportError,
  next: string | undefined,
): FormPage {
  const { language } = context
  const texts = formTexts[language]
  return {
    language,
    product: context.services.config.PRODUCT_NAME,
    title: texts.signIn,
    action: '/form/login',
    problem: problemOf(refusal, language),
    notice: undefined,
    hidden: {
      aid: String(context.app.aid),
      language,
      next,
      keep: String(refusal.data.revoke_ticket),
    },
    fields: [],
    submit: texts.keep,
    again: undefined,
    links: [],
  }
}

/** Keeps the account that a ticket of that page stands for; @throws ticket_expired. */
export async function keepAccount(context: FormContext, ticket: string): Promise<void> {
  const { transaction } = context.services
  await transaction(async (tx) => {
    const { holder } = await tx.tickets.claim(CANCEL_DELETION_TICKET, context.app.aid, ticket)
    await cancelDeletion(tx, context, holder)
  })
}
