import { MEMBER } from '#protocol/permissions.ts'
import { requireName, toName } from '../names/names.ts'
import { toRecipient } from '../accounts/recipients.ts'
import { nextUrlOf } from '../apps/next-url.ts'
import type { Call } from '../calls/call.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS, waitUntil } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken, makeToken } from '../lib/tokens.ts'
import {
  changeAs,
  type OrganizationServices,
  type Actor,
  type OrganizationChoice,
} from '../organizations/acting.ts'
import { requireMayAssign, requireRightsOf } from '../organizations/change-roles.ts'
import type { EventSubject } from '../organizations/organization-events.ts'
import type { Organization } from '../store/organization-repository.ts'
import type { InvitedRecipient } from '../store/recipient.ts'
import type { InvitationFields } from '../store/invitation-repository.ts'
import { countMessage, storeMessages } from './invitation-message.ts'
import type { Invitation } from '../store/schema/organizations.ts'

type Context = Call<OrganizationServices>

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

/** Corrects a pending invitation; another address gets a new link. @throws invitation_not_pending, … */
export async function updateInvitation(
  context: Context,
  choice: OrganizationChoice & { invite_id: string },
  input: InvitationCorrection,
): Promise<SentInvitation> {
  if (input.deputy_name !== undefined) requireName(context, input.deputy_name)
  return await changeAs(context, choice, 'invite.update', async (tx, actor) => {
    const { membership } = actor
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
      await countMessage(tx, { organization, pending }, membership, recipient, context.now)
    }
    const ticket = makeToken()
    const invitation: Invitation = {
      ...before,
      channel: recipient.channel,
      address: recipient.address,
      name: input.deputy_name === undefined ? before.name : toName(input.deputy_name),
      roles: givenRoles(input.roles ?? before.roles),
      next: nextOf(context, input.next_url, before.next),
      // Whoever chose the address answers for it: to reports, and when their rights or account end.
      ...(isMoved && { invitedBy: membership.id, inviterName: membership.name }),
      ...(isMoved && freshTicket(context.now, ticket)),
    }
    if (!(await tx.invitations.update(before.id, fieldsOf(invitation)))) {
      throw new PassportError('invitation_not_pending')
    }
    const subject = eventSubjectOf(invitation)
    await tx.organizationEvents.note(context, membership, 'invitation_updated', subject)
    const messages = isMoved ? [{ ...invitation, ticket }] : []
    const [link] = await storeMessages(context, tx, organization, membership, messages)
    return { invitation, link }
  })
}

/** Sends an invitation again with a new link. @throws code_frequency, exceeds_own_rights, … */
export async function resendInvitation(
  context: Context,
  choice: OrganizationChoice & { invite_id: string },
): Promise<SentInvitation> {
  return await changeAs(context, choice, 'invite.resend', async (tx, actor) => {
    const before = await requirePending(tx, actor, choice.invite_id)
    await requireRightsOf(tx, actor, before.roles)
    if (before.sentCount >= MAX_SENT) throw new PassportError('invitation_limit')
    const organization = await requireOrganization(tx, actor)
    const pending = await tx.invitations.countPending(organization.id)
    await countMessage(tx, { organization, pending }, actor.membership, before, context.now)
    const ticket = makeToken()
    const renewal = freshTicket(context.now, ticket)
    if (!(await tx.invitations.resend(before.id, renewal, context.now - RESEND_MS))) {
      throw new PassportError('code_frequency', {
        retry_after: retrySeconds(before, context.now),
      })
    }
    const invitation = { ...before, ...renewal, sentCount: before.sentCount + 1 }
    const { membership } = actor
    const subject = eventSubjectOf(invitation)
    await tx.organizationEvents.note(context, membership, 'invitation_resent', subject)
    const messages = [{ ...invitation, ticket }]
    const [link] = await storeMessages(context, tx, organization, membership, messages)
    return { invitation, link }
  })
}

/** Ends pending invitations and returns how many. @throws invitation_not_pending for a single one */
export async function cancelInvitations(
  context: Context,
  choice: OrganizationChoice & { invite_id?: string | undefined; ids?: string[] | undefined },
): Promise<number> {
  return await changeAs(context, choice, 'invite.cancel', async (tx, actor) => {
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
    const subjects = cancelled.map((id) => ({ id }))
    await tx.organizationEvents.noteAll(context, membership, 'invitation_cancelled', subjects)
    return cancelled.length
  })
}

/** Returns the roles without the one that everybody has. */
export function givenRoles(roles: readonly string[]): string[] {
  return roles.filter((key) => key !== MEMBER)
}

/** Returns how many seconds remain until an invitation can be sent again. */
export function retrySeconds({ sentAt }: Invitation, now: number): number {
  return Math.ceil(waitUntil(sentAt + RESEND_MS, now, RESEND_MS) / SECOND_MS)
}

async function requireNew(
  tx: OrganizationServices,
  organization: Organization,
  recipient: InvitedRecipient,
): Promise<void> {
  const [refusal] = await refusalsOfKnown(tx, organization, [recipient])
  if (refusal !== undefined) throw refusal
}

/**
 * Returns the errors of those who are members or invited already. Compared with addresses that this
 * organization has invited alone: the reply must not tell who owns another one.
 */
export async function refusalsOfKnown(
  tx: OrganizationServices,
  { id }: Organization,
  recipients: readonly InvitedRecipient[],
): Promise<(PassportError | undefined)[]> {
  if (recipients.length === 0) return []
  const addresses = recipients.map(({ address }) => address)
  const contacts = new Set(await tx.memberships.contactsAmong(id, addresses))
  const pending = await tx.invitations.pendingTo(id, addresses)
  const ids = new Map(pending.map((one) => [one.address, one.id]))
  return addresses.map((address) => {
    if (contacts.has(address)) return new PassportError('already_member')
    const invite_id = ids.get(address)
    return invite_id === undefined
      ? undefined
      : new PassportError('invitation_pending', { invite_id })
  })
}

// An empty return URL removes the one before.
function nextOf(context: Context, next: string | undefined, before: string): string {
  if (next === undefined) return before
  return next === '' ? '' : nextUrlOf(context, next)
}

/** Returns whom an invitation is for. @throws mobile_error, email_error */
export function recipientOf(
  { lark_open_id: id, ...addresses }: InvitationCorrection,
  region: string | undefined,
): InvitedRecipient {
  return id === undefined ? toRecipient(addresses, region) : { channel: 'lark', address: id }
}

async function requirePending(
  tx: OrganizationServices,
  { membership }: Actor,
  id: string,
): Promise<Invitation> {
  const invitation = await tx.invitations.find(membership.organizationId, id)
  if (invitation === undefined) throw new PassportError('not_in_organization')
  if (invitation.status !== 'pending') throw new PassportError('invitation_not_pending')
  return invitation
}

async function requireOpenOrDraft(
  tx: OrganizationServices,
  { membership }: Actor,
  id: string,
): Promise<void> {
  const invitation = await tx.invitations.find(membership.organizationId, id)
  if (invitation === undefined) throw new PassportError('not_in_organization')
  if (invitation.status !== 'pending' && invitation.status !== 'draft') {
    throw new PassportError('invitation_not_pending')
  }
}

/** Returns the organization of the actor. @throws not_member */
export async function requireOrganization(
  tx: OrganizationServices,
  { membership }: Actor,
): Promise<Organization> {
  const organization = await tx.organizations.find(membership.organizationId)
  if (organization === undefined) throw new PassportError('not_member')
  return organization
}

/** Returns what an activity log says of an invitation. */
export function eventSubjectOf({ id, name, roles }: Invitation): EventSubject {
  return { id, name, detail: { roles } }
}

/** Returns what a new ticket changes in an invitation. */
export function freshTicket(
  now: number,
  ticket: string,
  days = DEFAULT_DAYS,
): Pick<Invitation, 'ticketHash' | 'sentAt' | 'expiresAt'> {
  return { ticketHash: hashToken(ticket), sentAt: now, expiresAt: now + days * DAY_MS }
}

function fieldsOf(invitation: Invitation): InvitationFields {
  const { channel, address, name, roles, next, ticketHash } = invitation
  const { invitedBy, inviterName, sentAt, expiresAt } = invitation
  const from = { invitedBy, inviterName, sentAt, expiresAt }
  return { channel, address, name, roles, next, ticketHash, ...from }
}
