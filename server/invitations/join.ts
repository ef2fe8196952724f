import type { Accounts } from '../accounts/accounts.ts'
import type { RequestSource } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { ActingServices, Actor } from '../organizations/acting.ts'
import { mayAssign } from '../organizations/change-roles.ts'
import type { Organizations } from '../organizations/organizations.ts'
import { rightsOf } from '../organizations/rights.ts'
import type { Account } from '../store/account-repository.ts'
import type { Invitation } from '../store/invitation-repository.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { Invitations } from '../organizations/invitations.ts'

export interface JoinServices extends ActingServices {
  accounts: Accounts
  invitations: Invitations
  organizations: Organizations
}

/** Number of members that an organization may have. */
const MAX_MEMBERS = 100_000

/**
 * Uses an invitation up and returns the membership, in the transaction of the session.
 * @throws invitation_used, invitation_cancelled, frozen, members_full
 */
export async function joinByInvitation(
  context: RequestSource & { now: number },
  tx: JoinServices,
  invitation: Invitation,
  account: Account,
): Promise<Membership> {
  const { organizationId } = invitation
  const organization = await tx.organizations.lock(organizationId)
  if (organization === undefined) throw new PassportError('invitation_unknown')
  if (organization.isFrozen) throw new PassportError('frozen')
  const isFirst = await tx.invitations.end(invitation.id, 'accepted', account.id, context.now)
  const member = await tx.memberships.findIn(organizationId, account.id)
  if (!isFirst && (member === undefined || invitation.acceptedBy !== account.id)) {
    throw new PassportError('invitation_used')
  }
  if (member !== undefined) return await enter(tx, member, context.now)
  const inviter = await inviterOf(tx, invitation)
  const isByDomain = invitation.invitedBy === ''
  if (!isByDomain && inviter?.rights.permissions.has('invite.create') !== true) {
    throw new PassportError('invitation_cancelled')
  }
  if ((await tx.memberships.count(organizationId)) >= MAX_MEMBERS) {
    throw new PassportError('members_full')
  }
  const joined = await tx.organizations.addMember({
    id: invitation.membershipId,
    organizationId,
    accountId: account.id,
    name: invitation.name,
    contact: invitation.address,
    externalId: invitation.externalId,
    isManager: false,
  })
  if (joined === undefined) throw new PassportError('invitation_used')
  const roles = inviter === undefined ? [] : await rolesToGive(tx, inviter, invitation)
  for (const key of roles) await tx.roles.give(organizationId, key, [joined.id])
  await tx.organizationEvents.note(context, joined, 'member_joined', {
    id: joined.id,
    name: joined.name,
    detail: { invitation: invitation.id, roles },
  })
  return await enter(tx, joined, context.now)
}

async function inviterOf(tx: JoinServices, { invitedBy }: Invitation): Promise<Actor | undefined> {
  const membership = await tx.memberships.find(invitedBy)
  if (membership === undefined || membership.isFrozen) return undefined
  // An inviter who cannot sign in, for example because their deletion is scheduled, must not let anybody in.
  const account = await tx.accounts.byId(membership.accountId)
  if (account?.state !== 'active' && account?.state !== 'limited') return undefined
  const rights = (await rightsOf(tx.roles, [membership])).get(membership.id)
  return rights && { membership, rights }
}

// The inviter may have lost rights since the invitation, and may give only roles within their own rights.
async function rolesToGive(
  tx: JoinServices,
  inviter: Actor,
  { roles }: Invitation,
): Promise<string[]> {
  const given: string[] = []
  for (const key of roles) if (await mayAssign(tx, inviter, key)) given.push(key)
  return given
}

async function enter(tx: JoinServices, member: Membership, now: number): Promise<Membership> {
  if (!(await tx.memberships.enter(member.id, member.accountId, now))) {
    throw new PassportError('frozen')
  }
  return member
}
