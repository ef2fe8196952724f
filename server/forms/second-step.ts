import { is } from 'superstruct'
import { code as sixDigits } from '#protocol/fields.ts'
import { codeMethods, type MethodsFor } from '#protocol/sign-in-methods.ts'
import {
  codeField,
  hiddenFields,
  refusedWarning,
  spendCodeLimit,
  type FormContext,
} from './form.ts'
import { maskRecipient } from '../accounts/recipients.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import { isTooEarly } from '../codes/send-code.ts'
import { PassportError } from '../lib/passport-error.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Page } from '../pages/page.ts'
import { setForgottenPassword, type PreparedReset } from '../recovery/reset-password.ts'
import type { Services } from '../services/services.ts'
import type { SignedIn } from '../sign-in/sign-in.ts'
import type { Recipient } from '../store/recipient.ts'
import { FORM_SECOND_STEP } from '../two-step/proof-tickets.ts'
import { findSuspicion } from '../two-step/risk-check.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Ticket } from '../store/schema/proofs.ts'

/** The first proof of somebody who signs in. */
export interface FirstProof {
  account: Account
  /** Operations whose rules hold for it. */
  operations: readonly string[]
  /** A password forgotten before, which is replaced when the second proof is given. */
  reset?: PreparedReset
}

/** The form that a code is posted to. */
export interface AskingForm {
  action: '/form/login' | '/form/identity' | '/form/invitation'
  /** Returns the hidden fields, with the ticket of the second step. */
  fieldsOf(ticket: string): Readonly<Record<string, string | undefined>>
}

/** Fields of the second step. */
export interface SecondStep {
  ticket: string
  /** Undefined where the page is only shown again, in another language. */
  code: string | undefined
}

/** A code that was right, and what uses it up with its ticket, in a transaction. */
export interface SecondProof {
  accountId: string
  method: MethodsFor<'second'>
  data: Ticket['data']
  use(tx: Services): Promise<void>
}

/** Returns the form of signing in. */
export function loginStep(next: string | undefined): AskingForm {
  return { action: '/form/login', fieldsOf: (ticket) => ({ next, ticket }) }
}

/**
 * Sends a code where the policy wants more than a password, and answers the page that asks for it;
 * undefined where nothing more is wanted, or where there is nowhere to send one.
 */
export async function askForCode(
  context: FormContext,
  { account, operations, reset }: FirstProof,
  next: string | undefined,
): Promise<Page | undefined> {
  const { config, outbox, policy } = context.services
  if (config.SECOND_VERIFICATION === 'off') return undefined
  const verify = operations.flatMap((operation) => policy.ruleFor(operation).verify)
  if ((await findSuspicion(context, account, verify)) === undefined) return undefined
  // The code that resets a password went to the mailbox already.
  const recipient = recipientsOf(account).find(
    ({ channel }) => outbox.canSend(channel) && (reset === undefined || channel !== 'email'),
  )
  if (recipient === undefined) return undefined
  const warning = await refusedWarning(context, recipient)
  const ticket = await sendSecondCode(context, '/form/login', { account, recipient, reset })
  const notice = pageMessages[context.language].verifySent(maskRecipient(recipient))
  return secondStepPage(context, loginStep(next), ticket, { notice, warning })
}

/** Sends a code, unless one was sent a moment ago, and returns the ticket that is posted with it. @throws too_often, code_frequency */
export async function sendSecondCode(
  context: FormContext,
  action: AskingForm['action'],
  {
    account,
    recipient,
    reset,
  }: { account: Account; recipient: Recipient; reset?: PreparedReset | undefined },
): Promise<string> {
  const { signInMethods, transaction, trustedDevices } = context.services
  await spendCodeLimit(context, recipient)
  try {
    await signInMethods[codeMethods[recipient.channel]].challenge(context, account)
  } catch (error) {
    if (!isTooEarly(error)) throw error
  }
  return await transaction(async (tx) => {
    await reset?.redeemProof(tx)
    return await tx.tickets.issue({
      purpose: FORM_SECOND_STEP,
      aid: context.app.aid,
      holder: account.id,
      data: {
        action,
        channel: recipient.channel,
        web_id: trustedDevices.hashOf(context.caller.webId),
        ...(reset && { password_hash: reset.passwordHash }),
      },
    })
  })
}

/** Checks the code of a second step that a form began in this browser. @throws ticket_expired, code_error, … */
export async function checkSecondStep(
  context: FormContext,
  action: AskingForm['action'],
  { ticket, code }: SecondStep,
): Promise<SecondProof> {
  const { accounts, signInMethods, tickets, trustedDevices } = context.services
  const held = await tickets.peek(FORM_SECOND_STEP, context.app.aid, ticket)
  const account = held && (await accounts.byId(held.holder))
  const isOwn = held?.data.web_id === trustedDevices.hashOf(context.caller.webId)
  if (account === undefined || !isOwn || held?.data.action !== action) {
    throw new PassportError('ticket_expired')
  }
  if (!is(code, sixDigits)) throw new PassportError('code_missing')
  const method = codeMethods[held.data.channel === 'mobile' ? 'mobile' : 'email']
  const answer = await signInMethods[method].verify(context, account, { code })
  return {
    accountId: held.holder,
    method,
    data: held.data,
    use: async (tx) => {
      await answer.use(tx)
      await tx.tickets.claim(FORM_SECOND_STEP, context.app.aid, ticket, held.holder)
    },
  }
}

/** Uses the second step of signing in up, in the transaction that opens the session. */
export async function redeemSecondStep(
  context: FormContext,
  tx: Services,
  proof: SecondProof,
): Promise<SignedIn> {
  await proof.use(tx)
  const present = await tx.accounts.byId(proof.accountId)
  if (present === undefined) throw new PassportError('ticket_expired')
  const { password_hash: hash } = proof.data
  return typeof hash === 'string'
    ? await setForgottenPassword(context, tx, present, hash)
    : { account: present, isNew: false, method: 'password' }
}

/** Returns the page that asks for the code, with what was wrong or what happens. */
export function secondStepPage(
  context: FormContext,
  form: AskingForm,
  ticket: string,
  { problem, ...state }: Pick<Page, 'notice' | 'warning'> & { problem?: string },
): Page {
  const { language } = context
  const { verify, proceed } = pageMessages[language]
  const hidden = hiddenFields(context, form.fieldsOf(ticket))
  return {
    title: verify,
    ...state,
    again: { action: form.action, hidden },
    forms: [
      {
        action: form.action,
        hidden,
        fields: [codeField(language, { error: problem })],
        buttons: [{ text: proceed }],
      },
    ],
  }
}
