import { recoverForm } from '#protocol/forms.ts'
import { is } from 'superstruct'
import { code as sixDigits, recoveryCode } from '#protocol/fields.ts'
import {
  codeMethods,
  signInMethods as methods,
  type MethodsFor,
} from '#protocol/sign-in-methods.ts'
import {
  buttonForm,
  codeField,
  hiddenFields,
  refusedWarning,
  spendCodeLimit,
  type FormContext,
} from './form.ts'
import { loginTexts } from '../accounts/logins.ts'
import { maskRecipient } from '../accounts/recipients.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import { hasCode, isTooEarly } from '../codes/send-code.ts'
import { PassportError } from '../lib/passport-error.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Page } from '../pages/page.ts'
import { setForgottenPassword, type PreparedReset } from '../recovery/reset-password.ts'
import type { Services } from '../services/services.ts'
import type { VerifiedAnswer } from '../sign-in-methods/sign-in-method.ts'
import type { SignedIn } from '../sign-in/sign-in.ts'
import type { Recipient } from '../store/recipient.ts'
import { FORM_SECOND_STEP } from '../two-step/proof-tickets.ts'
import { levelOfUse, signInLevel } from '../two-step/demands.ts'
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
  /** Whether the password has leaked. */
  isBreached?: boolean
}

/** The form that a code is posted to. */
export interface AskingForm {
  action: '/form/login' | '/form/identity' | '/form/invitation' | '/form/level'
  /** Returns the hidden fields, with the ticket of the second step. */
  fieldsOf(ticket: string): Readonly<Record<string, string | undefined>>
}

/** What a page that is shown again says of the last attempt. */
type StepState = { problem?: string; isRemembered?: boolean }

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
  { account, operations, reset, isBreached = false }: FirstProof,
  next: string | undefined,
): Promise<Page | undefined> {
  const { config, policy, transaction } = context.services
  const level = await signInLevel(context, account, operations)
  if (level === 1) {
    if (config.SECOND_VERIFICATION === 'off') return undefined
    const verify = operations.flatMap((operation) => policy.ruleFor(operation).verify)
    const suspicion = await findSuspicion(context, account, verify, { isBreached })
    if (suspicion === undefined) return undefined
  }
  const isSpared = reset === undefined && levelOfUse(context) === 1
  const { rememberedBrowsers } = context.services
  if (isSpared && (await rememberedBrowsers.knows(account.id, context.header('cookie')))) {
    return undefined
  }
  const own = await ownCodesOf(context, account)
  // A mailed code saves a recovery code where it counts.
  if (own.includes('authenticatorApp') || (level > 1 && own.length > 0)) {
    const ticket = await transaction(async (tx) => {
      await reset?.redeemProof(tx)
      const data = { method: 'authenticatorApp', level, ...passwordData(reset?.passwordHash) }
      return await issueStep(context, tx, '/form/login', account, data)
    })
    return await loginStepPage(context, ticket, next)
  }
  const recipient = recipientFor(context, account, { level, ...passwordData(reset?.passwordHash) })
  if (recipient === undefined) return undefined
  const warning = await refusedWarning(context, recipient)
  const ticket = await sendSecondCode(context, '/form/login', { account, recipient, reset })
  const notice = pageMessages[context.language].verifySent(maskRecipient(recipient))
  return secondStepPage(context, loginStep(next), ticket, { notice, warning })
}

// The code that resets a password went to the mailbox already; no mailed code reaches level 2.
function recipientFor(
  { services }: FormContext,
  account: Account,
  { level, password_hash: hash }: Ticket['data'],
): Recipient | undefined {
  if (Number(level ?? 1) > 1) return undefined
  const isReset = hash !== undefined
  return recipientsOf(account).find(
    ({ channel }) => services.outbox.canSend(channel) && !(isReset && channel === 'email'),
  )
}

/** Returns the page that asks a session for the code of an authenticator app, or a recovery code, with a new ticket. */
export async function askForApp(
  context: FormContext,
  form: AskingForm,
  account: Account,
): Promise<Page> {
  const ticket = await context.services.transaction((tx) =>
    issueStep(context, tx, form.action, account, { method: 'authenticatorApp' }),
  )
  return await stepPage(context, form, ticket)
}

/** Returns the methods of an account whose codes it has itself. */
async function ownCodesOf(
  { services }: FormContext,
  account: Account,
): Promise<('authenticatorApp' | 'recoveryCode')[]> {
  const held = (['authenticatorApp', 'recoveryCode'] as const).map(async (name) => {
    const listed = await services.signInMethods[name].list(services, account)
    return listed.length > 0 ? [name] : []
  })
  return (await Promise.all(held)).flat()
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
  await sendCode(context, account, recipient)
  return await context.services.transaction(async (tx) => {
    await reset?.redeemProof(tx)
    const data = { channel: recipient.channel, ...passwordData(reset?.passwordHash) }
    return await issueStep(context, tx, action, account, data)
  })
}

/** Sends a code in place of that of an authenticator app and returns the page that asks for it. @throws ticket_expired, too_often */
export async function sendCodeInstead(
  context: FormContext,
  ticket: string,
  next: string | undefined,
): Promise<Page> {
  const { account, data } = await findStep(context, '/form/login', ticket)
  const recipient = recipientFor(context, account, data)
  if (recipient === undefined) throw new PassportError('ticket_expired')
  const warning = await refusedWarning(context, recipient)
  await sendCode(context, account, recipient)
  const following = await context.services.transaction(async (tx) => {
    await tx.tickets.claim(FORM_SECOND_STEP, context.app.aid, ticket, account.id)
    const held = { channel: recipient.channel, ...passwordData(data.password_hash) }
    return await issueStep(context, tx, '/form/login', account, held)
  })
  const notice = pageMessages[context.language].verifySent(maskRecipient(recipient))
  return secondStepPage(context, loginStep(next), following, { notice, warning })
}

async function sendCode(
  context: FormContext,
  account: Account,
  recipient: Recipient,
): Promise<void> {
  const method = codeMethods[recipient.channel]
  await spendCodeLimit(context, recipient)
  try {
    await context.services.signInMethods[method].challenge(context, account)
  } catch (error) {
    // In another browser the code of a moment ago may have been used; then none is on its way.
    const isWaitedFor =
      isTooEarly(error) && (await hasCode(context, recipient, methods[method].codeType))
    if (!isWaitedFor) throw error
  }
}

function passwordData(hash: unknown): { password_hash?: unknown } {
  return hash === undefined ? {} : { password_hash: hash }
}

function issueStep(
  { app, caller, services }: FormContext,
  tx: Services,
  action: AskingForm['action'],
  account: Account,
  data: Ticket['data'],
): Promise<string> {
  const web_id = services.trustedDevices.hashOf(caller.webId)
  return tx.tickets.issue({
    purpose: FORM_SECOND_STEP,
    aid: app.aid,
    holder: account.id,
    data: { action, web_id, ...data },
  })
}

async function findStep(
  context: FormContext,
  action: AskingForm['action'],
  ticket: string,
): Promise<{ account: Account; data: Ticket['data'] }> {
  const { accounts, tickets, trustedDevices } = context.services
  const held = await tickets.peek(FORM_SECOND_STEP, context.app.aid, ticket)
  const account = held && (await accounts.byId(held.holder))
  const isOwn = held?.data.web_id === trustedDevices.hashOf(context.caller.webId)
  if (account === undefined || !isOwn || held?.data.action !== action) {
    throw new PassportError('ticket_expired')
  }
  return { account, data: held.data }
}

function methodOf({
  channel,
  method,
}: Ticket['data']): 'authenticatorApp' | 'smsCode' | 'emailCode' {
  if (method === 'authenticatorApp') return method
  return codeMethods[channel === 'mobile' ? 'mobile' : 'email']
}

/** Checks the code of a second step that a form began in this browser. @throws ticket_expired, code_error, … */
export async function checkSecondStep(
  context: FormContext,
  action: AskingForm['action'],
  { ticket, code }: SecondStep,
): Promise<SecondProof> {
  const { account, data } = await findStep(context, action, ticket)
  context.progress.subject = loginTexts(account)[0] ?? ''
  context.progress.step = 'second-step'
  const { method, answer } = await checkAnswer(context, account, methodOf(data), code)
  return {
    accountId: account.id,
    method,
    data,
    use: async (tx) => {
      await answer.use(tx)
      await tx.tickets.claim(FORM_SECOND_STEP, context.app.aid, ticket, account.id)
    },
  }
}

async function checkAnswer(
  context: FormContext,
  account: Account,
  asked: ReturnType<typeof methodOf>,
  code: string | undefined,
): Promise<{ method: MethodsFor<'second'>; answer: VerifiedAnswer<Services> }> {
  const { signInMethods } = context.services
  const [, recovery] = recoveryCode.validate(code, { coerce: true })
  // It stands in for the code of an app.
  if (asked === 'authenticatorApp' && recovery !== undefined) {
    const answer = await signInMethods.recoveryCode.verify(context, account, { code: recovery })
    return { method: 'recoveryCode', answer }
  }
  if (!is(code, sixDigits)) throw new PassportError('code_missing')
  const answer =
    asked === 'authenticatorApp'
      ? await signInMethods.authenticatorApp.verify(context, account, { code })
      : await signInMethods[asked].verify(context, account, { code })
  return { method: asked, answer }
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

/** Returns the page of a second step of signing in, with what was wrong. @throws ticket_expired */
export async function loginStepPage(
  context: FormContext,
  ticket: string,
  next: string | undefined,
  state: StepState = {},
): Promise<Page> {
  const { account, data } = await findStep(context, '/form/login', ticket)
  const page = withRecovery(context, data, await stepPage(context, loginStep(next), ticket, state))
  if (methodOf(data) !== 'authenticatorApp') return page
  const recipient = recipientFor(context, account, data)
  const sending =
    recipient &&
    buttonForm(
      context,
      '/form/login',
      {
        text: pageMessages[context.language].sendInstead(maskRecipient(recipient)),
        look: 'quiet',
      },
      { next, ticket, send: '1' },
    )
  return { ...page, forms: [...(page.forms ?? []), ...(sending === undefined ? [] : [sending])] }
}

// Nothing else helps somebody whose account demands what is lost.
function withRecovery(
  { language, services }: FormContext,
  { level }: Ticket['data'],
  page: Page,
): Page {
  if (Number(level ?? 1) === 1 || services.config.RECOVERY_HOURS === 0) return page
  const href = `${recoverForm.path}?language=${language}`
  return { ...page, links: [{ href, text: pageMessages[language].recover.link }] }
}

/** Returns the page of a second step in the words of its method, with what was wrong. @throws ticket_expired */
export async function stepPage(
  context: FormContext,
  form: AskingForm,
  ticket: string,
  state: StepState = {},
): Promise<Page> {
  const { account, data } = await findStep(context, form.action, ticket)
  if (methodOf(data) !== 'authenticatorApp') return secondStepPage(context, form, ticket, state)
  const own = await ownCodesOf(context, account)
  const hasLetters = own.includes('recoveryCode')
  const { appCode, appOrRecoveryCode, recoveryCode: alone } = pageMessages[context.language]
  const both = hasLetters ? appOrRecoveryCode : appCode
  const page = secondStepPage(context, form, ticket, { ...state, hasLetters })
  return { ...page, text: own.includes('authenticatorApp') ? both : alone }
}

// What phones show a keyboard of letters for.
const letters = { inputMode: 'text', autocomplete: 'off' } as const

/** Returns the page that asks for the code, with what was wrong or what happens. */
export function secondStepPage(
  context: FormContext,
  form: AskingForm,
  ticket: string,
  {
    problem,
    hasLetters = false,
    isRemembered = false,
    ...state
  }: Pick<Page, 'notice' | 'warning'> & StepState & { hasLetters?: boolean },
): Page {
  const { verify, proceed, remember } = pageMessages[context.language]
  const hidden = hiddenFields(context, form.fieldsOf(ticket))
  return {
    title: verify,
    ...state,
    again: { action: form.action, hidden },
    forms: [
      {
        action: form.action,
        hidden,
        fields: [codeField(context.language, { error: problem, ...(hasLetters && letters) })],
        ...(form.action === '/form/login' && {
          choices: [{ name: 'remember', label: remember, isChecked: isRemembered }],
        }),
        buttons: [{ text: proceed }],
      },
    ],
  }
}
