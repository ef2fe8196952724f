import { codeMethods, signInMethods, type Level } from '#protocol/sign-in-methods.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import { maskRecipient } from '../accounts/recipients.ts'
import { PassportError } from '../lib/passport-error.ts'
import {
  levelToRenew,
  policyRefused,
  requiredProof,
  requireRecentFirst,
  type WantedProof,
} from '../organizations/require-entry.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Page } from '../pages/page.ts'
import type { OrganizationPolicy } from '../store/organization-policy.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { accountLevel, levelUnreachable, methodsReaching } from '../two-step/account-level.ts'
import { countsBeside, levelOf } from '../two-step/levels.ts'
import {
  problemOf,
  refusedWarning,
  rejectionName,
  type FormAnswer,
  type FormContext,
} from './form.ts'
import {
  askForApp,
  checkSecondStep,
  secondStepPage,
  sendSecondCode,
  stepPage,
  type AskingForm,
  type SecondProof,
  type SecondStep,
} from './second-step.ts'

/** An organization that a person enters, and the form that they do it with. */
interface Entry {
  organization: { name: string; policy: OrganizationPolicy } | undefined
  form: AskingForm
  step: SecondStep
}

/** Lets a session enter an organization, with a code first where its rules want a second proof. */
export async function proveEntry(
  context: FormContext,
  session: LiveSession,
  { organization, form, step }: Entry,
  enter: (proof: SecondProof | undefined) => Promise<FormAnswer>,
): Promise<FormAnswer> {
  // Also with a ticket, which may be of an organization that wants less.
  const wanted = organization && (await wantedOf(context, session, organization.policy))
  if (step.ticket === '') {
    if (organization === undefined || wanted === undefined) return await enter(undefined)
    return { page: await askForProof(context, session, { organization, form, wanted }) }
  }
  if (step.code === undefined) return { page: await stepPage(context, form, step.ticket) }
  const proof = await checkSecondStep(context, form.action, step).catch((error: unknown) => {
    if (rejectionName(error) === 'ticket_expired') throw error
    return { problem: problemOf(error, context) }
  })
  if ('problem' in proof) return { page: await stepPage(context, form, step.ticket, proof) }
  if (proof.accountId !== session.accountId) throw new PassportError('ticket_expired')
  return await enter(proof)
}

/** What a session lacks to enter an organization. */
interface Wanted {
  required: WantedProof | undefined
  level: Level
  isBelow: boolean
}

async function wantedOf(
  context: FormContext,
  { account, ...session }: LiveSession,
  policy: OrganizationPolicy,
): Promise<Wanted | undefined> {
  const required = await requiredProof(context, account, policy, session)
  const { services } = context
  const isKnown = await services.rememberedBrowsers.knows(account.id, context.header('cookie'))
  const ofAccount = isKnown ? 1 : await accountLevel(services, account)
  const level = Math.max(ofAccount, policy.required_level) as Level
  const isBelow = level > levelOf(session)
  if (required === undefined && !isBelow) return undefined
  requireRecentFirst(context, policy, session, { rule: required?.rule, isBelow, level })
  return { required, level, isBelow }
}

async function askForProof(
  context: FormContext,
  session: LiveSession,
  {
    form,
    organization: { name, policy },
    wanted: { required, level, isBelow },
  }: Pick<Entry, 'form'> & {
    organization: NonNullable<Entry['organization']>
    wanted: Wanted
  },
): Promise<Page> {
  const { services } = context
  const { account, method } = session
  const asked = levelToRenew(level, method)
  if (asked > 1) {
    const ways = await methodsReaching(services, account, asked)
    if (ways.some((way) => way.name !== 'passkey')) return await askForApp(context, form, account)
    if (isBelow) throw levelUnreachable(services, level)
  }
  if (required === undefined || asked > 1) {
    throw policyRefused(policy.methods, required?.rule ?? '')
  }
  const { outbox } = context.services
  const recipient = recipientsOf(account).find(({ channel }) => {
    const { factor } = signInMethods[codeMethods[channel]]
    return factor !== required.firstFactor && outbox.canSend(channel)
  })
  if (recipient === undefined) {
    const canRenew = countsBeside(context, session, 'authenticatorApp')
    if (canRenew && (await services.authenticatorApps.of(account.id)).length > 0) {
      return await askForApp(context, form, account)
    }
    throw policyRefused(policy.methods, required.rule)
  }
  const warning = await refusedWarning(context, recipient)
  const ticket = await sendSecondCode(context, form.action, { account, recipient })
  const notice = pageMessages[context.language].identity.codeSent(name, maskRecipient(recipient))
  return secondStepPage(context, form, ticket, { notice, warning })
}
