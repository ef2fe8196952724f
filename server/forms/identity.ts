import type { FormPayload, identityForm } from '#protocol/forms.ts'
import type { MethodsFor } from '#protocol/sign-in-methods.ts'
import { PassportError } from '../lib/passport-error.ts'
import { leaveOrganization } from '../organizations/change-organization.ts'
import { ONESELF } from '../organizations/organization-ids.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Form, Page } from '../pages/page.ts'
import type { Services } from '../services/services.ts'
import { ownerOf, type SignedIn } from '../sign-in/sign-in.ts'
import { readOrganizationPolicy } from '../store/organization-policy.ts'
import type { LiveSession } from '../store/session-repository.ts'
import {
  buttonForm,
  nextOf,
  problemOf,
  typedCode,
  type FormAnswer,
  type FormContext,
  type FormHandler,
} from './form.ts'
import { formAddress, openFormSession, withSession } from './session.ts'
import { proveEntry } from './prove-entry.ts'
import { withWebId } from './web-id.ts'

const PATH = '/form/identity' as const

type Payload = FormPayload<typeof identityForm>

/** Page that shows for whom the browser acts. */
export const showIdentity: FormHandler<typeof identityForm> = (form, context) =>
  withSession(context, ownAddress(context, form), async (session) => ({
    page: await identityPage(context, session, form),
  }))

/** `/form/identity`: acts for another organization, or leaves one once that is confirmed. */
export const identity: FormHandler<typeof identityForm> = (form, context) =>
  withSession(context, ownAddress(context, form), async (session) => {
    try {
      switch (form.action) {
        case 'choose':
          return await actFor(form, context, session)
        case 'leave':
          return { page: await leavePage(context, session, form) }
        case 'confirm':
          await replaceSession(withWebId(context), session, async (tx) => {
            const acting = await tx.memberships.find(session.membershipId)
            const choice = { subject_uid: acting?.organizationId }
            await leaveOrganization({ ...context, session, params: {} }, tx, choice)
            return {}
          })
          return { redirect: ownAddress(context, form) }
        case undefined:
          return { redirect: ownAddress(context, form) }
      }
    } catch (error) {
      const problem = problemOf(error, context)
      return { page: { ...(await identityPage(context, session, form)), problem } }
    }
  })

async function actFor(
  { code, member = '', next, verify_ticket: ticket = '' }: Payload,
  posted: FormContext,
  session: LiveSession,
): Promise<FormAnswer> {
  const context = withWebId(posted)
  const { aid } = context.app
  const choice = { memberId: member, memberAid: aid }
  const chosen = await context.services.memberships.findChosen(session.accountId, aid, choice)
  const entry = {
    // The account may want more by now than the session has proved, also for the person themself.
    organization: {
      name: chosen?.organizationName ?? session.account.name,
      policy: readOrganizationPolicy(chosen?.policy ?? '{}'),
    },
    form: {
      action: PATH,
      fieldsOf: (verifyTicket: string) => ({
        action: 'choose',
        member,
        next,
        verify_ticket: verifyTicket,
      }),
    },
    step: { ticket, code: code && typedCode(code) },
  }
  return await proveEntry(context, session, entry, async (proof) => {
    const change = async (tx: Services): Promise<Pick<SignedIn, 'membership'>> => {
      await proof?.use(tx)
      return { membership: await tx.memberships.choose(session.accountId, aid, choice) }
    }
    await replaceSession(context, session, change, proof?.method)
    return { redirect: next ? nextOf(context, next, '/') : formAddress(context, PATH) }
  })
}

function ownAddress(context: FormContext, { next }: Payload): string {
  return formAddress(context, PATH, next)
}

async function replaceSession(
  context: FormContext,
  session: LiveSession,
  change: (tx: Services) => Promise<Pick<SignedIn, 'membership'>>,
  secondMethod?: MethodsFor<'second'>,
): Promise<void> {
  const prove = async (tx: Services): Promise<SignedIn> => {
    const owner = await ownerOf(tx, session)
    return { ...owner, membership: undefined, ...(await change(tx)) }
  }
  await openFormSession(context, prove, secondMethod)
}

async function identityPage(
  context: FormContext,
  { account, membershipId }: LiveSession,
  { next }: Payload,
): Promise<Page> {
  const { app, language, services } = context
  const { identity: messages } = pageMessages[language]
  const { memberships } = services
  const mine = await memberships.list(account.id, app.aid, true)
  const acting = mine.find((one) => one.id === membershipId)
  const oneself = messages.oneself(account.name)
  const choose = (id: string, name: string): Form =>
    buttonForm(
      context,
      PATH,
      { text: messages.actAs(name), look: 'quiet' },
      { action: 'choose', member: memberships.memberIdOf(account.id, id, app.aid), next },
    )
  const leaveForm = (name: string): Form => {
    const button = { text: messages.leave(name), look: 'danger' } as const
    return buttonForm(context, PATH, button, { action: 'leave', next })
  }
  const others = mine.filter((one) => one !== acting)
  const frozen = others.filter((one) => one.isFrozen)
  return {
    title: messages.title,
    notice: messages.current(acting?.label ?? oneself),
    text: mine.length === 0 ? messages.alone : '',
    warning: frozen.map((one) => messages.frozen(one.label)).join(' '),
    forms: [
      ...(acting === undefined ? [] : [choose(ONESELF, oneself)]),
      ...others.filter((one) => !one.isFrozen).map((one) => choose(one.id, one.label)),
      ...(acting === undefined || acting.isManager ? [] : [leaveForm(acting.label)]),
    ],
  }
}

async function leavePage(context: FormContext, session: LiveSession, form: Payload): Promise<Page> {
  const { language, services } = context
  const { identity: messages } = pageMessages[language]
  const acting = await services.memberships.find(session.membershipId)
  if (acting === undefined) throw new PassportError('not_member')
  const { organizationName: name } = acting
  const button = { text: messages.leave(name), look: 'danger' } as const
  return {
    title: messages.leaveTitle(name),
    text: messages.leaveText,
    forms: [buttonForm(context, PATH, button, { action: 'confirm', next: form.next })],
    links: [{ href: ownAddress(context, form), text: messages.stay }],
  }
}
