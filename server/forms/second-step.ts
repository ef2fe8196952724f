import { is } from 'superstruct'
import { code as sixDigits } from '#protocol/fields.ts'
import { codeMethods } from '#protocol/sign-in-methods.ts'
import { codeField, hiddenFields, problemOf, spendCodeLimit, type FormContext } from './form.ts'
import type { Account } from '../store/account-repository.ts'
import { maskRecipient } from '../accounts/recipients.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import type { Caller } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Page } from '../pages/page.ts'
import { setForgottenPassword, type PreparedReset } from '../recovery/reset-password.ts'
import type { Services } from '../services/services.ts'
import type { SignedIn } from '../sign-in/sign-in.ts'
import { FORM_SECOND_STEP } from '../two-step/proof-tickets.ts'
import { isSuspicious } from '../two-step/risk-check.ts'

/** The first proof of somebody who signs in. */
export interface FirstProof {
  account: Account
  /** Operations whose rules hold for it. */
  operations: readonly string[]
  /** A password forgotten before, which is replaced when the second proof is given. */
  reset?: PreparedReset
}

/** What the second step of signing in brings along. */
export interface SecondStep {
  ticket: string
  code: string
  next: string | undefined
}

/**
 * Sends a code where the policy wants more than a password, and answers the page that asks for it;
 * undefined where nothing more is wanted, or where there is nowhere to send one.
 */
export async function askForCode(
  context: FormContext,
  caller: Caller,
  { account, operations, reset }: FirstProof,
  next: string | undefined,
): Promise<Page | undefined> {
  const { config, outbox, policy, signInMethods, transaction, trustedDevices } = context.services
  if (config.SECOND_VERIFICATION === 'off') return undefined
  const verify = operations.flatMap((operation) => policy.ruleFor(operation).verify)
  if (!(await isSuspicious({ ...context, caller }, account, verify))) return undefined
  // The code that resets a password went to the mailbox already.
  const recipient = recipientsOf(account).find(
    ({ channel }) => outbox.canSend(channel) && (reset === undefined || channel !== 'email'),
  )
  if (recipient === undefined) return undefined
  await spendCodeLimit({ ...context, caller }, recipient)
  await signInMethods[codeMethods[recipient.channel]].challenge(context, account)
  const ticket = await transaction(async (tx) => {
    await reset?.redeemProof(tx)
    return await tx.tickets.issue({
      purpose: FORM_SECOND_STEP,
      aid: context.app.aid,
      holder: account.id,
      data: {
        channel: recipient.channel,
        web_id: trustedDevices.hashOf(caller.webId),
        ...(reset && { password_hash: reset.passwordHash }),
      },
    })
  })
  const notice = pageMessages[context.language].verifySent(maskRecipient(recipient))
  return codePage(context, { ticket, next }, { notice })
}

/**
 * Checks the code and answers what uses it and the ticket up, in the transaction that opens the
 * session. @throws ticket_expired, and what a wrong code throws.
 */
export async function proveSecondStep(
  context: FormContext,
  caller: Caller,
  { ticket, code }: SecondStep,
): Promise<(tx: Services) => Promise<SignedIn>> {
  const { accounts, signInMethods, tickets, trustedDevices } = context.services
  const held = await tickets.peek(FORM_SECOND_STEP, context.app.aid, ticket)
  const account = held && (await accounts.byId(held.holder))
  if (account === undefined || held?.data.web_id !== trustedDevices.hashOf(caller.webId)) {
    throw new PassportError('ticket_expired')
  }
  if (!is(code, sixDigits)) throw new PassportError('code_missing')
  const channel = held.data.channel === 'mobile' ? 'mobile' : 'email'
  const answer = await signInMethods[codeMethods[channel]].verify(context, account, { code })
  return async (tx) => {
    await answer.use(tx)
    await tx.tickets.claim(FORM_SECOND_STEP, context.app.aid, ticket, held.holder)
    const present = await tx.accounts.byId(held.holder)
    if (present === undefined) throw new PassportError('ticket_expired')
    const { password_hash: hash } = held.data
    return typeof hash === 'string'
      ? await setForgottenPassword({ ...context, caller }, tx, present, hash)
      : { account: present, isNew: false, method: 'password' }
  }
}

/** Returns the page that asks for the code again, with what was wrong. */
export function refuseSecondStep(context: FormContext, step: SecondStep, error: unknown): Page {
  return codePage(context, step, { problem: problemOf(error, context.language) })
}

function codePage(
  context: FormContext,
  { ticket, next }: Pick<SecondStep, 'ticket' | 'next'>,
  state: { problem?: string; notice?: string },
): Page {
  const { language } = context
  const { verify, proceed } = pageMessages[language]
  return {
    title: verify,
    ...state,
    forms: [
      {
        action: '/form/login',
        hidden: hiddenFields(context, { next, ticket }),
        fields: [codeField(language, { isWrong: state.problem !== undefined })],
        buttons: [{ text: proceed }],
      },
    ],
  }
}
