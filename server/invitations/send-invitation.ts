import { MEMBER } from '#protocol/permissions.ts'
import { toName } from '../accounts/names.ts'
import { toRecipient } from '../accounts/recipients.ts'
import type { Apps } from '../apps/apps.ts'
import { nextUrlOf } from '../apps/next-url.ts'
import type { Call } from '../calls/call.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken, makeToken } from '../lib/tokens.ts'
import {
  changeAs,
  type ActingServices,
  type Actor,
  type OrganizationChoice,
} from '../organizations/acting.ts'
import { requireMayAssign, requireRightsOf } from '../organizations/change-roles.ts'
import type { EventSubject } from '../organizations/organization-events.ts'
import type { Organizations } from '../organizations/organizations.ts'
import type { Invitation } from '../store/invitation-repository.ts'
import type { Organization } from '../store/organization-repository.ts'
import type { InvitedRecipient } from '../store/recipient.ts'
import type { Transaction } from '../store/transaction.ts'
import { countMessage, storeMessage, type InvitationMessageServices } from './invitation-message.ts'
import type { InvitationFields } from '../organizations/invitations.ts'

export interface InvitationServices extends ActingServices, InvitationMessageServices {
  apps: Apps
  organizations: Organizations
  transaction: Transaction<InvitationServices>
}

type Context = Call<InvitationServices>

/** Fields of an invitation. */
export interface InvitationInput {
  email?: string | undefined
  mobile?: string | undefined
  lark_open_id?: string | undefined
  deputy_name: string
  /** Membership of a draft that the invitation takes over. */
  deputy_identity_id?: string | undefined
  roles?: string[] | undefined
  next_url?: string | undefined
  external_id?: string | undefined
  expire_days?: number | undefined
}

/** Fields of an invitation that a member corrects. */
export type InvitationCorrection = {
  [Field in keyof InvitationInput]?: InvitationInput[Field] | undefined
}

/** An invitation, with its link where a new one was made. */
export interface SentInvitation {
  invitation: Invitation
  link: string | undefined
}

/** An invitation can be sent again after this time, in milliseconds. */
export const RESEND_MS = MINUTE_MS

const DEFAULT_DAYS = 7
const MAX_SENT = 10

/** Invites somebody. @throws invitation_pending, already_member, invitation_limit, exceeds_own_rights */
export async function invite(
  context: Context,
  choice: OrganizationChoice,
  input: InvitationInput,
): Promise<SentInvitation> {
  return await changeAs<InvitationServices, SentInvitation>(
    context,
    choice,
    'invite.create',
    async (tx, actor) => {
      const pending = await tx.invitations.countPending(actor.membership.organizationId)
      return await inviteAs(context, tx, actor, input, pending)
    },
  )
}

/**
 * Invites somebody in the transaction of the caller, who counted the pending invitations.
 * @throws what `invite` throws
 */
export async function inviteAs(
  context: Context,
  tx: InvitationServices,
  actor: Actor,
  input: InvitationInput,
  pending: number,
): Promise<SentInvitation> {
  const { membership } = actor
  const recipient = recipientOf(input, context.params.a_region)
  const draft = await takeDraft(tx, actor, input.deputy_identity_id)
  const roles = givenRoles(input.roles ?? draft?.roles ?? [])
  await requireMayAssign(tx, actor, roles)
  const organization = await requireOrganization(tx, actor)
  await requireNew(tx, organization, recipient)
  await countMessage(tx, { organization, pending }, membership, recipient, context.now)
  const ticket = makeToken()
  const invitation = await tx.invitations.create({
    ...recipient,
    membershipId: draft?.membershipId,
    organizationId: organization.id,
    name: toName(input.deputy_name),
    roles,
    next: input.next_url === undefined ? '' : nextUrlOf(context, input.next_url),
    externalId: input.external_id ?? draft?.externalId ?? '',
    status: 'pending',
    invitedBy: membership.id,
    inviterName: membership.name,
    acceptedBy: '',
    sentCount: 1,
    createdAt: context.now,
    ...freshTicket(context.now, ticket, input.expire_days),
  })
  // A concurrent call may have invited the same address.
  if (invitation === undefined) throw new PassportError('invitation_pending')
  await tx.organizationEvents.note(
    context,
    membership,
    'invitation_sent',
    eventSubjectOf(invitation),
  )
  const link = await storeMessage(context, tx, organization, membership, invitation, ticket)
  return { invitation, link }
}

/** Corrects a pending invitation; another address gets a new link. @throws invitation_not_pending, … */
export async function updateInvitation(
  context: Context,
  choice: OrganizationChoice & { invite_id: string },
  input: InvitationCorrection,
): Promise<SentInvitation> {
  return await changeAs<InvitationServices, SentInvitation>(
    context,
    choice,
    'invite.update',
    async (tx, actor) => {
      const before = await requirePending(tx, actor, choice.invite_id)
      await requireRightsOf(tx, actor, before.roles)
      await requireMayAssign(tx, actor, input.roles ?? [])
      const hasAddress = input.email !== undefined || input.mobile !== undefined
      const recipient = hasAddress ? recipientOf(input, context.params.a_region) : before
      const isMoved = recipient.address !== before.address
      const organization = await requireOrganization(tx, actor)
      if (isMoved) {
        await requireNew(tx, organization, recipient)
        const pending = await tx.invitations.countPending(organization.id)
        const counted = { organization, pending }
        await countMessage(tx, counted, actor.membership, recipient, context.now)
      }
      const ticket = makeToken()
      const invitation: Invitation = {
        ...before,
        channel: recipient.channel,
        address: recipient.address,
        name: input.deputy_name === undefined ? before.name : toName(input.deputy_name),
        roles: givenRoles(input.roles ?? before.roles),
        next: input.next_url === undefined ? before.next : nextUrlOf(context, input.next_url),
        ...(isMoved && freshTicket(context.now, ticket)),
      }
      await tx.invitations.update(before.id, fieldsOf(invitation))
      const { membership } = actor
      const subject = eventSubjectOf(invitation)
      await tx.organizationEvents.note(context, membership, 'invitation_updated', subject)
      const link = isMoved
        ? await storeMessage(context, tx, organization, membership, invitation, ticket)
        : undefined
      return { invitation, link }
    },
  )
}

/** Sends an invitation again with a new link. @throws code_frequency, exceeds_own_rights, … */
export async function resendInvitation(
  context: Context,
  choice: OrganizationChoice & { invite_id: string },
): Promise<SentInvitation> {
  return await changeAs<InvitationServices, SentInvitation>(
    context,
    choice,
    'invite.resend',
    async (tx, actor) => {
      const before = await requirePending(tx, actor, choice.invite_id)
      await requireRightsOf(tx, actor, before.roles)
      if (before.sentCount >= MAX_SENT) throw new PassportError('invitation_limit')
      const organization = await requireOrganization(tx, actor)
      const pending = await tx.invitations.countPending(organization.id)
      const counted = { organization, pending }
      await countMessage(tx, counted, actor.membership, before, context.now)
      const ticket = makeToken()
      const fresh = freshTicket(context.now, ticket)
      if (!(await tx.invitations.resend(before.id, fresh, context.now - RESEND_MS))) {
        throw new PassportError('code_frequency', {
          retry_after: retrySeconds(before, context.now),
        })
      }
      const invitation = { ...before, ...fresh, sentCount: before.sentCount + 1 }
      const { membership } = actor
      const subject = eventSubjectOf(invitation)
      await tx.organizationEvents.note(context, membership, 'invitation_resent', subject)
      const link = await storeMessage(context, tx, organization, membership, invitation, ticket)
      return { invitation, link }
    },
  )
}

/** Ends pending invitations and returns how many. @throws invitation_not_pending for a single one */
export async function cancelInvitations(
  context: Context,
  choice: OrganizationChoice & { invite_id?: string | undefined; ids?: string[] | undefined },
): Promise<number> {
  return await changeAs<InvitationServices, number>(
    context,
    choice,
    'invite.cancel',
    async (tx, actor) => {
      const { invite_id: one, ids = [] } = choice
      const named = one === undefined ? ids : [one, ...ids]
      if (named.length === 0) {
        throw new PassportError('bad_parameter', { fields: [{ field: 'ids', rule: 'required' }] })
      }
      if (one !== undefined) await requireOpenOrDraft(tx, actor, one)
      const { membership } = actor
      const cancelled = await tx.invitations.cancel(membership.organizationId, named)
      // It may have been answered meanwhile.
      if (one !== undefined && !cancelled.includes(one)) {
        throw new PassportError('invitation_not_pending')
      }
      for (const id of cancelled) {
        await tx.organizationEvents.note(context, membership, 'invitation_cancelled', { id })
      }
      return cancelled.length
    },
  )
}

/** Returns the roles without the one that everybody has. */
export function givenRoles(roles: readonly string[]): string[] {
  return roles.filter((key) => key !== MEMBER)
}

/** Returns how many seconds remain until an invitation can be sent again. */
export function retrySeconds({ sentAt }: Invitation, now: number): number {
  return Math.max(0, Math.ceil((sentAt + RESEND_MS - now) / SECOND_MS))
}

// Compared with addresses that this organization has invited alone: the reply must not tell who owns another one.
async function requireNew(
  tx: InvitationServices,
  { id }: Organization,
  { address }: InvitedRecipient,
): Promise<void> {
  if (await tx.memberships.hasContact(id, address)) throw new PassportError('already_member')
  const pending = await tx.invitations.findPending(id, address)
  if (pending !== undefined) {
    throw new PassportError('invitation_pending', { invite_id: pending.id })
  }
}

function recipientOf(
  { lark_open_id: id, ...addresses }: InvitationCorrection,
  region: string | undefined,
): InvitedRecipient {
  return id === undefined ? toRecipient(addresses, region) : { channel: 'lark', address: id }
}

async function takeDraft(
  tx: InvitationServices,
  { membership }: Actor,
  membershipId: string | undefined,
): Promise<Invitation | undefined> {
  if (membershipId === undefined) return undefined
  const draft = await tx.invitations.takeDraft(membership.organizationId, membershipId)
  if (draft === undefined) throw new PassportError('not_in_organization')
  return draft
}

async function requirePending(
  tx: InvitationServices,
  { membership }: Actor,
  id: string,
): Promise<Invitation> {
  const invitation = await tx.invitations.find(membership.organizationId, id)
  if (invitation === undefined) throw new PassportError('not_in_organization')
  if (invitation.status !== 'pending') throw new PassportError('invitation_not_pending')
  return invitation
}

async function requireOpenOrDraft(
  tx: InvitationServices,
  { membership }: Actor,
  id: string,
): Promise<void> {
  const invitation = await tx.invitations.find(membership.organizationId, id)
  if (invitation === undefined) throw new PassportError('not_in_organization')
  if (invitation.status !== 'pending' && invitation.status !== 'draft') {
    throw new PassportError('invitation_not_pending')
  }
}

async function requireOrganization(
  tx: InvitationServices,
  { membership }: Actor,
): Promise<Organization> {
  const organization = await tx.organizations.find(membership.organizationId)
  if (organization === undefined) throw new PassportError('not_member')
  return organization
}

function eventSubjectOf({ id, name, roles }: Invitation): EventSubject {
  return { id, name, detail: { roles } }
}

function freshTicket(
  now: number,
  ticket: string,
  days = DEFAULT_DAYS,
): Pick<Invitation, 'ticketHash' | 'sentAt' | 'expiresAt'> {
  return { ticketHash: hashToken(ticket), sentAt: now, expiresAt: now + days * DAY_MS }
}

function fieldsOf(invitation: Invitation): InvitationFields {
  const { channel, address, name, roles, next, ticketHash, sentAt, expiresAt } = invitation
  return { channel, address, name, roles, next, ticketHash, sentAt, expiresAt }
}
