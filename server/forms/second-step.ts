import type { Recipient } from '../store/recipient.ts'
import { is } from 'superstruct'
import { code as codeField } from '#protocol/fields.ts'
import { codeMethods } from '#protocol/sign-in-methods.ts'
import type { Language } from '#protocol/common-params.ts'
import { problemOf, takeCodeBudget, type FormContext } from './form.ts'
import type { FormPage } from './page.ts'
import { formTexts } from './texts.ts'
import type { Account } from '../store/account-repository.ts'
import { maskRecipient } from '../accounts/recipients.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import type { Caller } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Services } from '../services/services.ts'
import { isSuspicious } from '../two-step/risk-check.ts'

/** Purpose of the ticket that stands for a right password while a code is on its way. */
const SECOND_STEP = 'form_second_step'

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
  account: Account,
  next: string | undefined,
): Promise<FormPage | undefined> {
  const { config, outbox, policy, signInMethods, tickets, trustedDevices } = context.services
  if (config.SECOND_VERIFICATION === 'off') return undefined
  const { verify } = policy.ruleFor('user_login')
  if (!(await isSuspicious({ ...context, caller }, account, verify))) return undefined
  const recipient = recipientsOf(account).find(({ channel }) => outbox.canSend(channel))
  if (recipient === undefined) return undefined
  await takeCodeBudget(context)
  await signInMethods[codeMethods[recipient.channel]].challenge(context, account)
  const ticket = await tickets.issue({
    purpose: SECOND_STEP,
    aid: context.app.aid,
    holder: account.id,
    data: { channel: recipient.channel, web_id: trustedDevices.hashOf(caller.webId) },
  })
  const notice = noticeFor(context.language, recipient)
  return codePage(context, { ticket, code: '', next }, undefined, notice)
}

/**
 * Checks the code and answers what uses it and the ticket up, in the transaction that opens the
 * session. @throws ticket_expired, and what a wrong code throws.
 */
export async function proveSecondStep(
  context: FormContext,
  caller: Caller,
  { ticket, code }: SecondStep,
): Promise<(tx: Services) => Promise<{ account: Account; isNew: false }>> {
  const { accounts, signInMethods, tickets, trustedDevices } = context.services
  const held = await tickets.peek(SECOND_STEP, context.app.aid, ticket)
  const account = held && (await accounts.byId(held.holder))
  if (account === undefined || held?.data.web_id !== trustedDevices.hashOf(caller.webId)) {
    throw new PassportError('ticket_expired')
  }
  if (!is(code, codeField)) throw new PassportError('code_missing')
  const channel = held.data.channel === 'mobile' ? 'mobile' : 'email'
  const answer = await signInMethods[codeMethods[channel]].verify(context, account, { code })
  return async (tx) => {
    await answer.use(tx)
    await tx.tickets.claim(SECOND_STEP, context.app.aid, ticket, held.holder)
    const present = await tx.accounts.byId(held.holder)
    if (present === undefined) throw new PassportError('ticket_expired')
    return { account: present, isNew: false }
  }
}

/** The page that asks for the code again, with what was wrong. */
export function refuseSecondStep(context: FormContext, step: SecondStep, error: unknown): FormPage {
  return codePage(context, step, problemOf(error, context.language), undefined)
}

function noticeFor(language: Language, recipient: Recipient): string {
  return formTexts[language].verifySent.replace('{address}', () => maskRecipient(recipient))
}

function codePage(
  context: FormContext,
  { ticket, next }: SecondStep,
  problem: string | undefined,
  notice: string | undefined,
): FormPage {
  const { language } = context
  const texts = formTexts[language]
  return {
    language,
    product: context.services.config.PRODUCT_NAME,
    title: texts.verify,
    action: '/form/login',
    problem,
    notice,
    hidden: { aid: String(context.app.aid), language, next, ticket },
    fields: [
      {
        name: 'code',
        label: texts.code,
        value: '',
        type: 'text',
        autocomplete: 'one-time-code',
        isWrong: problem !== undefined,
        isRequired: true,
        inputMode: 'numeric',
      },
    ],
    submit: texts.verifySubmit,
    again: undefined,
    links: [],
  }
}
