import type { Services } from '../services/services.ts'
import { is } from 'superstruct'
import { toLanguage } from '#protocol/common-params.ts'
import type { User } from '#protocol/objects.ts'
import { plainName } from '#protocol/organization-fields.ts'
import { preferredType } from '#protocol/preferred-types.ts'
import { codeMethods, signInMethods } from '#protocol/sign-in-methods.ts'
import { requireUsable } from '../accounts/accounts.ts'
import { toName } from '../names/names.ts'
import { noSession, signedIn, type Call } from '../calls/call.ts'
import { checkCode } from '../codes/check-code.ts'
import { DAY_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken } from '../lib/tokens.ts'
import { organizationAppOf } from '../organizations/membership-info.ts'
import { requireEntry } from '../organizations/require-entry.ts'
import type { SessionProof } from '../organizations/session-rules.ts'
import { requireStrongPassword } from '../passwords/require-strong-password.ts'
import { findOrCreate } from '../sign-in/code-login.ts'
import { ownerOf, signIn, type SignedIn } from '../sign-in/sign-in.ts'
import { EVERY_ORGANIZATION } from '../store/invitation-repository.ts'
import type { Organization } from '../store/organization-repository.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { checkRisk } from '../two-step/risk-check.ts'
import { countReport } from './invitation-message.ts'
import { inviteByDomain, organizationByDomain } from './join-by-domain.ts'
import {
  findOpenInvitation,
  linkTicketOf,
  type FoundInvitation,
  type InvitationContext,
} from './find-invitation.ts'
import { joinByInvitation } from './join.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Invitation } from '../store/schema/organizations.ts'

type Context = Call<Services>

/** Fields of a person who accepts an invitation. */
export interface Acceptance {
  invite_ticket?: string | undefined
  invite_id?: string | undefined
  code?: string | undefined
  password?: string | undefined
  name?: string | undefined
  /** JSON object. */
  extra?: string | undefined
}

/** Options of declining an invitation: which others to block, and whether to report this one. */
export interface Refusal {
  block: 'none' | 'subject' | 'all'
  isReported: boolean
}

/** What the event of a session names that followed another one, which is no sign-in. */
const JOINED = 'member_join'

/** Time after which an organization may invite an address again. */
export const BLOCK_MS = 365 * DAY_MS

/** Returns whether an account is the invited one; for invitations at Lark, the link is the proof. */
export function isInvited(account: Account, { channel, address }: Invitation): boolean {
  if (channel === 'lark') return true
  return account[channel] === address
}

/**
 * Accepts an invitation and signs in as the new member.
 * @throws what `findOpenInvitation` throws, invitation_other_person, code_missing, code_error, second_verify, …
 */
export async function acceptInvitation(context: Context, answer: Acceptance): Promise<User> {
  const { session } = context
  const offered = await offerOf(context, answer)
  if (offered !== undefined) return await joinByDomain(context, offered)
  const { invitation } = await invitationOf(context, answer)
  const next = invitation.next === '' ? undefined : invitation.next
  const prove =
    session !== undefined && (answer.code === undefined || invitation.channel === 'lark')
      ? await proveBySession(context, session, invitation)
      : await proveByCode(context, invitation, answer)
  return await signIn(context, next, async (tx) => {
    const proved = await prove(tx)
    requireUsable(proved.account)
    return {
      ...proved,
      membership: await joinByInvitation(context, tx, invitation, proved.account),
    }
  })
}

/**
 * Declines an invitation. Further ones end only for who has proved the address: by the message, or
 * as the account.
 * @throws what `findOpenInvitation` throws, address_unproved
 */
export async function declineInvitation(
  context: InvitationContext,
  ticket: string,
  choice: Refusal,
  account: Account | undefined,
): Promise<void> {
  const found = await findOpenInvitation(context, ticket)
  const isProved =
    found.isFromMessage || (account !== undefined && isInvited(account, found.invitation))
  if (!isProved && (choice.block !== 'none' || choice.isReported)) {
    throw new PassportError('address_unproved')
  }
  await declineFound(context, found, choice)
}

/** Declines an invitation to an address of the caller. @throws not_in_organization, invitation_used, session_expired */
export async function declineMine(
  context: Context,
  id: string | undefined,
  choice: Refusal,
): Promise<void> {
  const invitation = (await invitationsToMe(context)).find((one) => one.id === id)
  const { organizations } = context.services
  const organization = invitation && (await organizations.find(invitation.organizationId))
  if (invitation === undefined || organization === undefined) {
    throw new PassportError('not_in_organization')
  }
  await declineFound(context, { invitation, organization }, choice)
}

async function declineFound(
  context: InvitationContext,
  { invitation, organization }: Omit<FoundInvitation, 'isFromMessage'>,
  { block, isReported }: Refusal,
): Promise<void> {
  const { id, address, name } = invitation
  await context.services.transaction(async (tx) => {
    if (!(await tx.invitations.end(id, 'declined', '', context.now))) {
      throw new PassportError('invitation_used')
    }
    if (block !== 'none') {
      const from = block === 'all' ? EVERY_ORGANIZATION : organization.id
      await tx.invitations.block(address, from, context.now + BLOCK_MS)
    }
    await tx.organizationEvents.note(
      context,
      { id: '', name, organizationId: organization.id },
      isReported ? 'invitation_reported' : 'invitation_declined',
      { id, name },
    )
    if (isReported && (await countReport(tx, invitation))) {
      const inviter = { id: invitation.invitedBy, name: invitation.inviterName }
      const nobody = { id: '', name: '', organizationId: organization.id }
      await tx.organizationEvents.note(context, nobody, 'invitations_stopped', inviter)
    }
  })
}

/** Returns the open invitations to the proved addresses of the caller. */
export async function invitationsToMe(context: Context): Promise<Invitation[]> {
  const addresses = addressesOf(signedIn(context).account)
  return await context.services.invitations.to(addresses, organizationAppOf(context), context.now)
}

/** Returns the proved addresses of an account. */
export function addressesOf({ email, mobile }: Account): string[] {
  return [email, mobile].filter((address) => address !== null)
}

async function offerOf(
  context: Context,
  { invite_id: id }: Acceptance,
): Promise<Organization | undefined> {
  if (context.session === undefined || id === undefined) return undefined
  const { account } = context.session
  const offered = await organizationByDomain(context, context.services, account)
  return offered?.id === id ? offered : undefined
}

async function joinByDomain(context: Context, { id, policy }: Organization): Promise<User> {
  const session = signedIn(context)
  await requireEntry(context, session.account, id, policy, session)
  return await signIn(context, undefined, async (tx) => {
    const owner = await ownerOf(tx, session)
    requireUsable(owner.account)
    const invitation = await inviteByDomain(context, tx, owner.account, id)
    const membership = await joinByInvitation(context, tx, invitation, owner.account)
    return { ...owner, membership, by: JOINED }
  })
}

async function invitationOf(
  context: Context,
  { invite_ticket: ticket, invite_id: id }: Acceptance,
): Promise<{ invitation: Invitation }> {
  if (ticket !== undefined) {
    try {
      return await findOpenInvitation(context, ticket)
    } catch (error) {
      // A second click of the same person succeeds again.
      const used = await context.services.invitations.findByTicket(hashToken(linkTicketOf(ticket)))
      const isOwn = used !== undefined && used.acceptedBy === context.session?.accountId
      if (isOwn && used.status === 'accepted') return { invitation: used }
      throw error
    }
  }
  const invitation = (await invitationsToMe(context)).find((one) => one.id === id)
  if (invitation === undefined) throw new PassportError('not_in_organization')
  return { invitation }
}

async function proveBySession(
  context: Context,
  session: LiveSession,
  invitation: Invitation,
): Promise<(tx: Services) => Promise<SignedIn>> {
  const { account } = session
  if (!isInvited(account, invitation)) throw new PassportError('invitation_other_person')
  await requireRules(context, account, invitation, session)
  return async (tx) => {
    const owner = await ownerOf(tx, session)
    // The address may have been changed meanwhile.
    if (!isInvited(owner.account, invitation)) throw new PassportError('invitation_other_person')
    return { ...owner, by: JOINED }
  }
}

async function requireRules(
  context: Context,
  account: Account,
  { organizationId }: Invitation,
  proof: SessionProof,
): Promise<void> {
  const organization = await context.services.organizations.find(organizationId)
  if (organization === undefined) throw new PassportError('invitation_unknown')
  await requireEntry(context, account, organizationId, organization.policy, proof)
}

async function proveByCode(
  context: Context,
  invitation: Invitation,
  answer: Acceptance,
): Promise<(tx: Services) => Promise<SignedIn>> {
  const { accounts, passwords } = context.services
  const { channel, address } = invitation
  if (channel === 'lark') throw noSession()
  if (answer.code === undefined) throw new PassportError('code_missing')
  const recipient = { channel, address }
  const extra = readExtra(answer.extra)
  const name = toName(answer.name ?? extra.name ?? invitation.name)
  requireStrongPassword(context.services, recipient, { password: answer.password, name })
  const type = preferredType.login[recipient.channel]
  const proof = await checkCode(context, recipient, type, answer.code)
  const account = await accounts.findByRecipient(recipient)
  if (account !== undefined) {
    requireUsable(account)
    const { factor } = signInMethods[codeMethods[recipient.channel]]
    await checkRisk(context, account, { firstFactor: factor, subject: recipient.address })
    const method = codeMethods[recipient.channel]
    const proved = { method, secondMethod: '' as const, provedAt: context.now, secondProvedAt: 0 }
    await requireRules(context, account, invitation, proved)
  }
  const passwordHash =
    answer.password === undefined || account !== undefined
      ? null
      : await passwords.hash(answer.password, context.signal())
  const language = extra.language ?? context.language
  return async (tx) => {
    await tx.codes.use(proof)
    return await findOrCreate({ ...context, language }, tx, recipient, { passwordHash, name })
  }
}

function readExtra(extra = '{}'): {
  name: string | undefined
  language: ReturnType<typeof toLanguage> | undefined
} {
  try {
    const { user_name: name, default_language: language } = JSON.parse(extra) as Record<
      string,
      unknown
    >
    return {
      name: is(name, plainName) ? name : undefined,
      language: typeof language === 'string' ? toLanguage(language) : undefined,
    }
  } catch {
    throw new PassportError('bad_parameter', { fields: [{ field: 'extra', rule: 'format' }] })
  }
}
