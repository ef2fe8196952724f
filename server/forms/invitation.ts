import type { FormPayload, invitationForm } from '#protocol/forms.ts'
import { preferredType } from '#protocol/preferred-types.ts'
import { codeMethods, type MethodsFor } from '#protocol/sign-in-methods.ts'
import { SITE_AID } from '#protocol/site-app.ts'
import { maskRecipient, showRecipient } from '../accounts/recipients.ts'
import { productNamesOf } from '../names/names.ts'
import { checkCode } from '../codes/check-code.ts'
import { sendCodeTo } from '../codes/send-code.ts'
import { nameForOthers } from '../delivery/name-for-others.ts'
import { declineInvitation, isInvited } from '../invitations/answer-invitation.ts'
import { askForInvitation } from '../invitations/ask-for-invitation.ts'
import {
  findInvitation,
  findOpenInvitation,
  isExpired,
  linkTicketOf,
  type FoundInvitation,
} from '../invitations/find-invitation.ts'
import { invitationCookie, readInvitationTicket } from '../http/cookies.ts'
import { joinByInvitation } from '../invitations/join.ts'
import { PassportError } from '../lib/passport-error.ts'
import { isToken } from '../lib/tokens.ts'
import { pagePath } from '../lib/page-path.ts'
import { timeText } from '../lib/time-text.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Button, Form, Page } from '../pages/page.ts'
import type { Services } from '../services/services.ts'
import { ownerOf, type SignedIn } from '../sign-in/sign-in.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { LiveSession } from '../store/session-repository.ts'
import {
  buttonForm,
  codeField,
  nextOf,
  problemOf,
  refusedWarning,
  spendCodeLimit,
  typedCode,
  type FormAnswer,
  type FormContext,
  type FormHandler,
} from './form.ts'
import { findSession, formAddress, openFormSession, signInAddress } from './session.ts'
import { proveEntry } from './prove-entry.ts'
import type { SecondProof } from './second-step.ts'
import { withWebId } from './web-id.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Invitation } from '../store/schema/organizations.ts'

interface State extends Pick<Page, 'problem' | 'notice' | 'warning'> {
  /** Whether a code is on its way. */
  hasCode?: boolean
}

/** Page of an invitation; opening it changes nothing, since programs open links of mails too. */
export const showInvitation: FormHandler<typeof invitationForm> = async (
  { ticket: opened },
  context,
) => {
  if (opened !== undefined) return openInvitation(context, opened)
  const ticket = readInvitationTicket(context.header('cookie'))
  return { page: await foundPage(context, ticket) }
}

async function foundPage(context: FormContext, ticket: string): Promise<Page> {
  const found = await findInvitation(withApp(context), ticket)
  const account = (await findSession(context))?.account
  const { memberships } = context.services
  const membership = account && (await memberships.findIn(found.organization.id, account.id))
  if (account !== undefined && membership !== undefined) {
    return memberPage(context, ticket, found, account, membership)
  }
  if (isExpired(found, context.now)) return expiredPage(context, ticket)
  return await invitationPage(context, ticket, found, {})
}

// An open invitation to this person is used up; their roles stay.
function memberPage(
  context: FormContext,
  ticket: string,
  { invitation: invited, organization }: FoundInvitation,
  account: Account,
  { id }: Membership,
): Page {
  const { app, language, services } = context
  const { invitation: messages } = pageMessages[language]
  const proceed = { text: messages.proceed }
  const memberId = services.memberships.memberIdOf(account.id, id, app.aid)
  const isOpen = invited.status === 'pending' && invited.expiresAt > context.now
  return {
    title: messages.member(organization.name),
    text: messages.memberText,
    forms: [
      isOpen && isInvited(account, invited)
        ? buttonForm(context, '/form/invitation', proceed, { ticket, action: 'accept' })
        : buttonForm(context, '/form/identity', proceed, { action: 'choose', member: memberId }),
    ],
  }
}

function expiredPage(context: FormContext, ticket: string): Page {
  const { invitation: messages } = pageMessages[context.language]
  return {
    title: messages.expired,
    text: messages.expiredText,
    forms: [
      buttonForm(
        context,
        '/form/invitation',
        { text: messages.requestNew },
        { ticket, action: 'ask' },
      ),
    ],
  }
}

// The ticket stays in no address, log or history: a cookie keeps it for this page, and what follows
// the `#` for the page with scripts.
function openInvitation(context: FormContext, ticket: string): FormAnswer {
  const { app, language, services, setCookie } = context
  const { config } = services
  setCookie(invitationCookie(config, isToken(linkTicketOf(ticket)) ? ticket : ''))
  if (app.aid !== SITE_AID) return { redirect: plainPage(context) }
  const page = config.SITE_ORIGIN + pagePath('/invitation', language)
  return { redirect: `${page}#${new URLSearchParams({ ticket }).toString()}` }
}

function plainPage({ app, language }: FormContext): string {
  const query = new URLSearchParams({ aid: String(app.aid), language })
  return `/form/invitation?${query.toString()}`
}

/** `/form/invitation`: sends a code, accepts, declines or asks for a new invitation. */
export const invitation: FormHandler<typeof invitationForm> = async (form, context) => {
  const { action, ticket = '' } = form
  if (action === 'ask') return await ask(context, ticket)
  const open = await findOpenInvitation(withApp(context), ticket)
  try {
    if (action === 'send') return await sendCode(context, ticket, open)
    if (action === 'accept') return await accept(form, context, open)
    return await decline(context, ticket, action === 'report')
  } catch (error) {
    const problem = problemOf(error, context)
    const hasCode = action === 'accept'
    return { page: await invitationPage(context, ticket, open, { problem, hasCode }) }
  }
}

async function ask(context: FormContext, ticket: string): Promise<FormAnswer> {
  await askForInvitation(withApp(context), ticket)
  const { invitation: messages } = pageMessages[context.language]
  return { page: { title: messages.requested, outcome: 'good', text: messages.requestedText } }
}

async function sendCode(
  context: FormContext,
  ticket: string,
  open: FoundInvitation,
): Promise<FormAnswer> {
  const { channel, address } = open.invitation
  // The page offers none there.
  if (channel === 'lark') throw new PassportError('code_type_error')
  const named = withWebId(context)
  const recipient = { channel, address }
  await spendCodeLimit(named, recipient)
  const warning = await refusedWarning(context, recipient)
  await sendCodeTo(named, recipient, preferredType.login[channel])
  const messages = pageMessages[context.language].invitation
  const notice = messages.codeSent(maskRecipient(recipient))
  return { page: await invitationPage(context, ticket, open, { notice, warning, hasCode: true }) }
}

async function accept(
  form: FormPayload<typeof invitationForm>,
  posted: FormContext,
  found: FoundInvitation,
): Promise<FormAnswer> {
  const { invitation: invited, organization } = found
  const { ticket = '', verify_ticket: verifyTicket = '' } = form
  const code = typedCode(form.code)
  const context = withWebId(posted)
  const session = await findSession(context)
  if (session === undefined || !isInvited(session.account, invited)) {
    return await join(context, found, await proveNewAccount(context, invited, code))
  }
  const entry = {
    organization,
    form: {
      action: '/form/invitation' as const,
      fieldsOf: (reference: string) => ({ action: 'accept', ticket, verify_ticket: reference }),
    },
    step: { ticket: verifyTicket, code: form.code && code },
  }
  return await proveEntry(context, session, entry, (proof) =>
    join(context, found, proveBySession(session, proof), proof?.method),
  )
}

async function join(
  context: FormContext,
  { invitation: invited, organization }: FoundInvitation,
  prove: (tx: Services) => Promise<SignedIn>,
  secondMethod?: MethodsFor<'second'>,
): Promise<FormAnswer> {
  const enter = async (tx: Services): Promise<SignedIn> => {
    const proved = await prove(tx)
    const { account } = proved
    if (!proved.isNew && !isInvited(account, invited)) {
      throw new PassportError('invitation_other_person')
    }
    return { ...proved, membership: await joinByInvitation(context, tx, invited, account) }
  }
  await openFormSession(context, enter, secondMethod)
  if (invited.next !== '') return { redirect: nextOf(context, invited.next, '/') }
  return { page: joinedPage(context, organization.name) }
}

function joinedPage(context: FormContext, name: string): Page {
  const { app, language, services } = context
  const { invitation: messages, identity: other } = pageMessages[language]
  const switching = { href: formAddress(context, '/form/identity'), text: other.title }
  const path = pagePath('/account-setting/components/organization', language)
  const href = services.config.SITE_ORIGIN + path
  return {
    title: messages.joined(name),
    outcome: 'good',
    text: messages.joinedText,
    // Other applications have pages of their own, whose addresses we do not know.
    links: [
      ...(app.aid === SITE_AID ? [{ href, text: messages.open(name), isNext: true }] : []),
      switching,
    ],
  }
}

function proveBySession(
  session: LiveSession,
  proof: SecondProof | undefined,
): (tx: Services) => Promise<SignedIn> {
  return async (tx) => {
    await proof?.use(tx)
    return await ownerOf(tx, session)
  }
}

// For people without an account; others sign in by the usual page, which may ask for a second proof.
async function proveNewAccount(
  context: FormContext,
  { channel, address, name }: Invitation,
  code: string,
): Promise<(tx: Services) => Promise<SignedIn>> {
  if (channel === 'lark') throw new PassportError('session_expired')
  if (code === '') throw new PassportError('code_missing')
  const recipient = { channel, address }
  const proof = await checkCode(context, recipient, preferredType.login[channel], code)
  if (await context.services.accounts.findByRecipient(recipient)) {
    throw new PassportError('has_registered')
  }
  return async (tx) => {
    await tx.codes.use(proof)
    const account = await tx.accounts.create({
      recipient,
      name,
      passwordHash: null,
      locale: context.language,
      aid: context.app.aid,
    })
    return { account, isNew: true, method: codeMethods[channel] }
  }
}

async function decline(
  context: FormContext,
  ticket: string,
  isReported: boolean,
): Promise<FormAnswer> {
  const choice = { block: isReported ? 'subject' : 'none', isReported } as const
  const account = isReported ? (await findSession(context))?.account : undefined
  await declineInvitation(withApp(context), ticket, choice, account)
  const { invitation: messages } = pageMessages[context.language]
  return {
    page: {
      title: messages.declined,
      outcome: 'good',
      notice: isReported ? messages.reportedText : messages.declinedText,
    },
  }
}

async function invitationPage(
  context: FormContext,
  ticket: string,
  { invitation: invited, organization }: FoundInvitation,
  { problem, notice, warning, hasCode = false }: State,
): Promise<Page> {
  const { app, language } = context
  const { config } = context.services
  const { invitation: messages } = pageMessages[language]
  const session = await findSession(context)
  const isOwner = session !== undefined && isInvited(session.account, invited)
  const post = (action: string, button: Button): Form =>
    buttonForm(context, '/form/invitation', button, { ticket, action })
  const acceptForm = post('accept', { text: messages.accept })
  const answers = isOwner
    ? [acceptForm]
    : hasCode
      ? [{ ...acceptForm, fields: [codeField(language)] }]
      : invited.channel === 'lark'
        ? []
        : [{ ...post('send', { text: messages.sendCode }), question: messages.newAccount }]
  const login = signInAddress(context, plainPage(context))
  return {
    title: messages.title(organization.name),
    problem,
    notice: notice ?? (session !== undefined && !isOwner ? messages.other : undefined),
    warning,
    text: messages.text(
      nameForOthers(invited.inviterName, 'inviter', language, productNamesOf(config, app)),
      organization.name,
    ),
    facts: [
      [messages.name, invited.name],
      [messages.sentTo, isOwner ? showRecipient(invited) : maskRecipient(invited)],
      [messages.until, timeText(invited.expiresAt, language)],
    ],
    forms: [
      ...answers,
      post('decline', { text: messages.decline, look: 'quiet' }),
      post('report', { text: messages.report, look: 'quiet' }),
    ],
    links: isOwner ? [] : [{ href: login, text: messages.signInFirst }],
  }
}

// A form has no common parameters.
function withApp(context: FormContext): FormContext & { params: { subject_aid?: undefined } } {
  return { ...context, params: {} }
}
