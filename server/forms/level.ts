import { recoverForm, type FormPayload, type levelForm } from '#protocol/forms.ts'
import { levelOfMethod, type Level } from '#protocol/sign-in-methods.ts'
import { levelAddress, methodsAddress } from '../lib/level-address.ts'
import { PassportError } from '../lib/passport-error.ts'
import { ONESELF } from '../organizations/organization-ids.ts'
import { levelToRenew } from '../organizations/require-entry.ts'
import { refusingRule } from '../organizations/session-rules.ts'
import { readOrganizationPolicy, type OrganizationPolicy } from '../store/organization-policy.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { ownerOf } from '../sign-in/sign-in.ts'
import { levelUnreachable, methodsReaching } from '../two-step/account-level.ts'
import { isRaisable, levelOf } from '../two-step/levels.ts'
import { isRecentlyAuthenticated } from '../two-step/step-up.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Page } from '../pages/page.ts'
import {
  buttonForm,
  nextOf,
  problemOf,
  rejectionName,
  typedCode,
  type FormAnswer,
  type FormContext,
  type FormHandler,
} from './form.ts'
import { proveEntry } from './prove-entry.ts'
import { askForApp, checkSecondStep, stepPage, type AskingForm } from './second-step.ts'
import { openFormSession, signInAddress, withSession } from './session.ts'
import { withWebId } from './web-id.ts'

type Payload = FormPayload<typeof levelForm>

const PATH = '/form/level' as const

/** `/form/level`: asks for the code that a page wants before it lets a session on. */
export const showLevel: FormHandler<typeof levelForm> = (form, context) =>
  level({ ...form, send: undefined }, context)

/** `/form/level`: takes the code, and raises the session. */
export const level: FormHandler<typeof levelForm> = (form, posted) => {
  const { next = '/', prompt, user_identity_id: membershipId } = form
  const isAsked = prompt === 'recent'
  const here = levelAddress(posted, form.level ?? 2, next, { isOld: isAsked, membershipId })
  return withSession(posted, here, async (session) => {
    const context = withWebId(posted)
    const onwards = nextOf(context, next, '/')
    const { memberships } = context.services
    const member = await memberships.findChosen(session.accountId, context.app.aid, {
      membershipId: membershipId ?? ONESELF,
    })
    const policy = readOrganizationPolicy(member?.policy ?? '{}')
    const asked = Math.max(form.level ?? 2, policy.required_level) as Level
    // What only a passkey renews is asked for on the page of passkeys.
    const rule = refusingRule(policy, session, context.now)
    const isPast = session.method === 'passkey' && rule === 'session_hours'
    const isOld = isPast || (isAsked && !isRecentlyAuthenticated(context, session))
    const wanted = isOld ? levelToRenew(asked, session.method) : asked
    const bySigningIn = signInAddress(context, onwards, 'recent')
    if (levelOf(session) >= wanted && !isOld) {
      if (member === undefined || rule === undefined) return { redirect: onwards }
      if (rule !== 'session_hours' && !isRaisable(context, session))
        return { redirect: bySigningIn }
      return await proveFor(context, session, { name: member.organizationName, policy }, form)
    }
    const { account } = session
    const names = (await methodsReaching(context.services, account, wanted)).map(({ name }) => name)
    if (names.length === 0 && wanted > 1) {
      const another = signInAddress(context, onwards, 'login')
      return { page: unreachablePage(context, wanted, another) }
    }
    const hasCodes = names.includes('authenticatorApp') || names.includes('recoveryCode')
    const isStale = levelOf(session) < Math.max(asked, 2) && !isRaisable(context, session)
    if (isStale || (!hasCodes && !names.includes('passkey'))) return { redirect: bySigningIn }
    // A passkey needs scripts, and is taken by the sign-in page.
    if (!hasCodes) {
      const isNew = isRecentlyAuthenticated(context, session)
      return { page: passkeyPage(context, bySigningIn, wanted, isNew) }
    }
    const links = names.includes('passkey')
      ? [{ href: bySigningIn, text: pageMessages[context.language].byPasskey }]
      : []
    const asking: AskingForm = {
      action: PATH,
      fieldsOf: (ticket) => ({ ...fieldsOf(form), ticket }),
    }
    const answer =
      form.ticket === undefined
        ? { page: await askForApp(context, asking, account) }
        : await raise(context, session, asking, { ...form, ticket: form.ticket, wanted }, onwards)
    return 'page' in answer ? { ...answer, page: { ...answer.page, links } } : answer
  })
}

/** Returns the page for an account that nothing lets reach a level: it leads to adding something, or to another account. */
export function unreachablePage(context: FormContext, wanted: Level, another: string): Page {
  const { addMethod, authorize, verify } = pageMessages[context.language]
  return {
    title: verify,
    problem: problemOf(levelUnreachable(context.services, wanted), context),
    links: [
      { href: methodsAddress(context.services.config, context.language), text: addMethod },
      { href: another, text: authorize.another },
    ],
  }
}

/**
 * Leads on to the sign-in page by itself where scripts run, unless she comes from there; says what to do
 * where they do not.
 */
function passkeyPage(
  { language, services }: FormContext,
  signIn: string,
  wanted: Level,
  isNew: boolean,
): Page {
  const { choosePasskey, needPasskey, needPasskeyOrCode, proceed, recover, verify } =
    pageMessages[language]
  // Neither codes nor a recovery reach the highest level.
  const hasOthers = wanted < 3
  const isLost = hasOthers && services.config.RECOVERY_HOURS > 0
  const lost = { href: `${recoverForm.path}?language=${language}`, text: recover.link }
  return {
    title: verify,
    ...(isNew && { notice: choosePasskey }),
    text: hasOthers ? needPasskeyOrCode : needPasskey,
    links: [
      { href: signIn, text: proceed, id: 'continue', isNext: true },
      ...(isLost ? [lost] : []),
    ],
    ...(!isNew && { script: `location.replace(document.getElementById('continue').href)` }),
  }
}

async function raise(
  context: FormContext,
  session: LiveSession,
  asking: AskingForm,
  { code, ticket, wanted }: Payload & { ticket: string; wanted: Level },
  redirect: string,
): Promise<FormAnswer> {
  try {
    const step = { ticket, code: code && typedCode(code) }
    const proof = await checkSecondStep(context, PATH, step)
    const isEnough = levelOfMethod(proof.method) >= wanted
    if (proof.accountId !== session.accountId || !isEnough) {
      throw new PassportError('ticket_expired')
    }
    const prove = async (tx: FormContext['services']) => {
      await proof.use(tx)
      return await ownerOf(tx, session)
    }
    await openFormSession(context, prove, proof.method)
    return { redirect }
  } catch (error) {
    if (rejectionName(error) === 'ticket_expired') throw error
    const state = code === undefined ? {} : { problem: problemOf(error, context) }
    return { page: await stepPage(context, asking, ticket, state) }
  }
}

// Once the level is reached, the other rules of an organization remain.
async function proveFor(
  context: FormContext,
  session: LiveSession,
  organization: { name: string; policy: OrganizationPolicy },
  form: Payload,
): Promise<FormAnswer> {
  const { identity, proceed, verify } = pageMessages[context.language]
  const onwards = nextOf(context, form.next, '/')
  // A link must not have a code sent.
  if (form.send === undefined) {
    const asking = buttonForm(context, PATH, { text: proceed }, { ...fieldsOf(form), send: '1' })
    const text = identity.wantsProof(organization.name)
    return { page: { title: verify, text, forms: [asking] } }
  }
  const { code, ticket = '' } = form
  const entry = {
    organization,
    form: {
      action: PATH,
      fieldsOf: (ref: string) => ({ ...fieldsOf(form), send: '1', ticket: ref }),
    },
    step: { ticket, code: code && typedCode(code) },
  }
  return await proveEntry(context, session, entry, async (proof) => {
    const prove = async (tx: FormContext['services']) => {
      await proof?.use(tx)
      return await ownerOf(tx, session)
    }
    await openFormSession(context, prove, proof?.method)
    return { redirect: onwards }
  })
}

function fieldsOf(form: Payload): Readonly<Record<string, string | undefined>> {
  const { level: wanted, next, prompt, user_identity_id } = form
  return { level: wanted && String(wanted), next, prompt, user_identity_id }
}

/** Returns where a session gets the second proof that account or organization want of an answer; undefined for other errors. */
export function proofAddress(
  context: FormContext,
  error: unknown,
  { user_identity_id: membershipId }: { user_identity_id?: string | undefined },
  next: string,
): string | undefined {
  if (!(error instanceof PassportError)) return undefined
  if (error.error === 'level_unreachable') {
    return levelAddress(context, error.data.required_level as Level, next)
  }
  if (error.error !== 'policy_refused') return undefined
  const isOthers = error.data.rule === 'programs' || error.data.rule === 'methods'
  return isOthers ? undefined : levelAddress(context, 1, next, { membershipId })
}
