import type { RequestSource } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { OrganizationServices, Actor } from '../organizations/acting.ts'
import { addMember } from '../organizations/add-member.ts'
import { assignableOf } from '../organizations/change-roles.ts'
import { membershipFrozen } from '../organizations/memberships.ts'
import { rightsOf } from '../organizations/rights.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Invitation } from '../store/schema/organizations.ts'

/**
 * Uses an invitation up and returns the membership, in the transaction of the session.
 * @throws invitation_used, invitation_cancelled, frozen, members_full
 */
export async function joinByInvitation(
  context: RequestSource & { now: number },
  tx: OrganizationServices,
  invitation: Invitation,
  account: Account,
): Promise<Membership> {
  const { organizationId } = invitation
  const organization = await tx.organizations.lock(organizationId)
  if (organization === undefined) throw new PassportError('invitation_unknown')
  if (organization.isFrozen) throw membershipFrozen()
  const ended = await tx.invitations.end(invitation.id, 'accepted', account.id, context.now)
  // It may have been corrected since it was read.
  if (ended !== undefined && ended.address !== invitation.address) {
    throw new PassportError('invitation_cancelled')
  }
  const known = await tx.memberships.findIn(organizationId, account.id)
  if (known !== undefined && (ended ?? invitation).acceptedBy === account.id) {
    return await enter(tx, known, context.now)
  }
  if (ended === undefined) throw new PassportError('invitation_used')
  const inviter = await inviterOf(tx, ended)
  const isByDomain = ended.invitedBy === ''
  if (!isByDomain && inviter?.rights.permissions.has('invite.create') !== true) {
    throw new PassportError('invitation_cancelled')
  }
  // The inviter may have lost rights since, and gives only roles within their own.
  const roles = inviter === undefined ? [] : await assignableOf(tx, inviter, ended.roles)
  const member = {
    id: ended.membershipId,
    accountId: account.id,
    name: ended.name,
    contact: ended.address,
    externalId: ended.externalId,
    isManager: false,
  }
  const detail = { invitation: ended.id, roles }
  const joined = await addMember(tx, { source: context }, organization, member, detail)
  if (joined === undefined) throw new PassportError('invitation_used')
  await tx.roles.giveAll(organizationId, roles, joined.id)
  return await enter(tx, joined, context.now)
}

async function inviterOf(
  tx: OrganizationServices,
  { invitedBy }: Invitation,
): Promise<Actor | undefined> {
  const membership = await tx.memberships.find(invitedBy)
  if (membership === undefined || membership.isFrozen) return undefined
  // An inviter who cannot sign in, for example because their deletion is scheduled, must not let anybody in.
  const account = await tx.accounts.byId(membership.accountId)
  if (account?.state !== 'active' && account?.state !== 'limited') return undefined
  const rights = (await rightsOf(tx.roles, [membership])).get(membership.id)
  return rights && { membership, rights }
}

async function enter(
  tx: OrganizationServices,
  member: Membership,
  now: number,
): Promise<Membership> {
  if (!(await tx.memberships.enter(member.id, member.accountId, now))) {
    throw membershipFrozen()
  }
  return member
}
