import type { OrganizationServices } from '../organizations/acting.ts'
import type { Call } from '../calls/call.ts'
import { equalInConstantTime } from '../lib/constant-time.ts'
import { HOUR_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { RequestDigest } from '../lib/request-digest.ts'
import { hashToken, isToken } from '../lib/tokens.ts'
import { organizationAppOf } from '../organizations/membership-info.ts'
import { membershipFrozen } from '../organizations/memberships.ts'
import type { Organization } from '../store/organization-repository.ts'
import type { Invitation } from '../store/schema/organizations.ts'

/** An invitation with its organization. */
export interface FoundInvitation {
  /** Whether the ticket is that of the message, which the inviter does not have. */
  isFromMessage: boolean
  invitation: Invitation
  organization: Organization
}

/** The parts of a call, or of a form post, that an invitation needs. */
export type InvitationContext = Pick<
  Call<unknown>,
  'app' | 'caller' | 'now' | 'operation' | 'progress'
> & {
  params: Pick<Call<unknown>['params'], 'subject_aid'>
  services: OrganizationServices
}

const UNKNOWN_TICKETS_PER_HOUR = 60

const TICKET_LENGTH = 43
const PROOF_LENGTH = 22

/** Returns the ticket for the message of an invitation: the one of its link with a proof behind it. */
export function messageTicketOf(
  { requestDigest }: { requestDigest: RequestDigest },
  ticket: string,
): string {
  return ticket + requestDigest(`message of invitation ${ticket}`).slice(0, PROOF_LENGTH)
}

/** Returns the ticket of a link from that of a message, or from itself. */
export function linkTicketOf(ticket: string): string {
  const hasProof = ticket.length === TICKET_LENGTH + PROOF_LENGTH
  return hasProof ? ticket.slice(0, TICKET_LENGTH) : ticket
}

/** Returns the invitation of a ticket, whatever became of it. @throws invitation_unknown, too_often */
export async function findInvitation(
  context: InvitationContext,
  ticket: string,
): Promise<FoundInvitation> {
  const { invitations, organizations, rateLimits } = context.services
  const link = linkTicketOf(ticket)
  const guesses = { key: `unknown invitations ${context.caller.prefix}`, windowMs: HOUR_MS }
  if ((await rateLimits.read(guesses.key, guesses.windowMs)) >= UNKNOWN_TICKETS_PER_HOUR) {
    throw new PassportError('too_often', { retry_after: HOUR_MS / 1000 })
  }
  const invitation = isToken(link) ? await invitations.findByTicket(hashToken(link)) : undefined
  const organization = invitation && (await organizations.find(invitation.organizationId))
  if (organization?.aid !== organizationAppOf(context) || invitation === undefined) {
    await rateLimits.count(guesses.key, guesses.windowMs)
    throw new PassportError('invitation_unknown')
  }
  // Of whoever is signed in, support is asked by their own address.
  if (context.progress.session === undefined) context.progress.subject = invitation.address
  const isFromMessage = equalInConstantTime(ticket, messageTicketOf(context.services, link))
  return { invitation, organization, isFromMessage }
}

/**
 * Returns the invitation of a ticket while it can be answered.
 * @throws invitation_unknown, invitation_expired, invitation_used, invitation_cancelled, frozen, too_often
 */
export async function findOpenInvitation(
  ...call: Parameters<typeof findInvitation>
): Promise<FoundInvitation> {
  const found = await findInvitation(...call)
  requireOpen(found, call[0].now)
  return found
}

/** @throws invitation_used, invitation_cancelled, invitation_expired, frozen */
export function requireOpen(
  { invitation: { status, expiresAt }, organization }: FoundInvitation,
  now: number,
): void {
  if (status === 'cancelled') throw new PassportError('invitation_cancelled')
  if (status !== 'pending') throw new PassportError('invitation_used')
  if (expiresAt <= now) throw new PassportError('invitation_expired')
  if (organization.isFrozen) throw membershipFrozen()
}

/** Returns whether an open invitation has expired. @throws invitation_used, invitation_cancelled, frozen */
export function isExpired(found: FoundInvitation, now: number): boolean {
  try {
    requireOpen(found, now)
    return false
  } catch (error) {
    if (error instanceof PassportError && error.error === 'invitation_expired') return true
    throw error
  }
}
