import { requireName } from '../names/names.ts'
import { signedIn, type Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { FrozenBy } from '../store/schema/organizations.ts'
import { challengeStepUp } from '../two-step/step-up.ts'
import {
  authorOf,
  changeAs,
  changeOrTry,
  requireMayGrant,
  type OrganizationServices,
  type Actor,
  type OrganizationChoice,
} from './acting.ts'
import type { Author } from './organization-events.ts'
import { rightsOf } from './rights.ts'

/** Services that ending or freezing a membership needs. */
export type EndServices = Pick<
  OrganizationServices,
  'invitations' | 'managerTransfers' | 'memberships' | 'organizationEvents'
>

/** Members to change, by one id or a list. */
export interface MemberChoice extends OrganizationChoice {
  deputy_identity_id?: string | undefined
  ids?: string[] | undefined
  dry_run: 0 | 1
}

/** Numbers of members changed and sessions ended. */
export interface MembersChanged {
  updated: number
  sessions: number
}

/** More members than this are removed only after a recent authentication. */
const FEW = 10

type Context = Call<OrganizationServices>

/** Changes the name and external id of a member. @throws not_in_organization, exceeds_own_rights, text_refused */
export async function updateMember(
  context: Context,
  choice: OrganizationChoice & { deputy_identity_id: string },
  change: { name?: string | undefined; externalId?: string | undefined },
): Promise<{ actor: Actor; member: Membership }> {
  if (change.name !== undefined) requireName(context, change.name)
  const { deputy_identity_id: id } = choice
  const update = async (tx: OrganizationServices, actor: Actor) => {
    const [member] = await membersOf(tx, actor, [id])
    if (member === undefined) throw new PassportError('not_in_organization')
    if (member.id !== actor.membership.id) await requireBelow(tx, actor, [member])
    const updated = await tx.organizations.updateMember(member, change)
    await tx.organizationEvents.note(context, actor.membership, 'member_updated', {
      id: member.id,
      name: updated.name,
      detail: { before: member.name },
    })
    return { actor, member: updated }
  }
  return await changeAs(context, choice, 'deputy.update', update, [id])
}

/** Freezes or unfreezes members, all or nothing. @throws manager_protected, own_membership, … */
export async function freezeMembers(
  context: Context,
  choice: MemberChoice,
  isFrozen: boolean,
): Promise<MembersChanged & { dry_run: 0 | 1 }> {
  const freeze = async (tx: OrganizationServices, actor: Actor) => {
    const members = await targetsOf(tx, actor, choice)
    if (!isFrozen) requireNoneOfOperator(members)
    return await setMembersFrozen(tx, authorOf(context, actor), members, isFrozen)
  }
  return await changeOrTry(context, choice, 'deputy.freeze', freeze, namedIn(choice))
}

/** Removes members, all or nothing. @throws manager_protected, own_membership, … */
export async function removeMembers(
  context: Context,
  choice: MemberChoice & { ticket?: string | undefined },
): Promise<MembersChanged & { dry_run: 0 | 1 }> {
  signedIn(context)
  const isMany = choice.dry_run === 0 && (choice.ids?.length ?? 1) > FEW
  const requireRecent = isMany
    ? await challengeStepUp(context, choice.ticket, 'deputy_delete')
    : undefined
  const remove = async (tx: OrganizationServices, actor: Actor) => {
    await requireRecent?.(tx)
    const members = await targetsOf(tx, actor, choice)
    requireNoneOfOperator(members)
    return await endMemberships(tx, authorOf(context, actor), members)
  }
  return await changeOrTry(context, choice, 'deputy.delete', remove, namedIn(choice))
}

/** Freezes or unfreezes members but the manager, in a transaction. */
export async function setMembersFrozen(
  tx: EndServices,
  { source, actor, by }: Author,
  members: readonly Membership[],
  isFrozen: boolean,
): Promise<MembersChanged> {
  const ids = members.map(({ id }) => id)
  const changed = isFrozen
    ? await tx.memberships.freeze(ids, by, by === 'operator' ? ['', 'manager'] : [''])
    : await tx.memberships.freeze(ids, '', undoneBy(by))
  const subjects = members.filter(({ id }) => changed.includes(id))
  const kind = isFrozen ? 'member_frozen' : 'member_unfrozen'
  await tx.organizationEvents.noteAll(source, actor, kind, subjects)
  return { updated: changed.length, sessions: isFrozen ? await endActs(tx, members) : 0 }
}

/** Ends memberships but that of the manager, in a transaction. */
export async function endMemberships(
  tx: EndServices,
  { source, actor }: Pick<Author, 'source' | 'actor'>,
  members: readonly Membership[],
  kind: 'member_removed' | 'member_left' = 'member_removed',
): Promise<MembersChanged> {
  const removed = await tx.memberships.remove(members.map(({ id }) => id))
  if (removed.length === 0) return { updated: 0, sessions: 0 }
  const sessions = await endActs(tx, members)
  const subjects = members.filter(({ id }) => removed.includes(id))
  await tx.organizationEvents.noteAll(source, actor, kind, subjects)
  return { updated: removed.length, sessions }
}

/** Returns whose freezing an author undoes. */
export function undoneBy(by: Author['by']): FrozenBy[] {
  return by === 'operator' ? ['operator', 'manager'] : ['manager']
}

// Invitations and hand-overs that a member began end with the membership.
async function endActs(tx: EndServices, members: readonly Membership[]): Promise<number> {
  const ids = members.map(({ id }) => id)
  await tx.invitations.cancelOf(ids)
  await tx.managerTransfers.cancelOf(ids)
  return await tx.memberships.endSessions(members)
}

/** Returns members by their ids. @throws not_in_organization if one is not of the organization */
export async function membersOf(
  tx: OrganizationServices,
  { membership }: Actor,
  ids: readonly string[],
): Promise<Membership[]> {
  const distinct = [...new Set(ids)]
  const members = await tx.memberships.findMany(membership.organizationId, distinct)
  if (members.length !== distinct.length) throw new PassportError('not_in_organization')
  return members
}

/**
 * Requires that members have no rights beyond those of the actor.
 * @throws own_membership, manager_protected, exceeds_own_rights
 */
export async function requireBelow(
  tx: OrganizationServices,
  actor: Actor,
  members: readonly Membership[],
): Promise<void> {
  if (members.some(({ id }) => id === actor.membership.id)) {
    throw new PassportError('own_membership')
  }
  if (members.some(({ isManager }) => isManager)) throw new PassportError('manager_protected')
  const rights = await rightsOf(tx.roles, members)
  for (const { permissions } of rights.values()) requireMayGrant(actor, permissions)
}

function namedIn({ deputy_identity_id: one, ids = [] }: MemberChoice): string[] {
  return one === undefined ? ids : [one, ...ids]
}

async function targetsOf(
  tx: OrganizationServices,
  actor: Actor,
  choice: MemberChoice,
): Promise<Membership[]> {
  const named = namedIn(choice)
  if (named.length === 0) {
    throw new PassportError('bad_parameter', { fields: [{ field: 'ids', rule: 'required' }] })
  }
  const members = await membersOf(tx, actor, named)
  await requireBelow(tx, actor, members)
  return members
}

// A member frozen by an operator must not be removed, or they could be invited again.
function requireNoneOfOperator(members: readonly Membership[]): void {
  if (members.some(({ frozenBy }) => frozenBy === 'operator')) {
    throw new PassportError('frozen_by_operator')
  }
}
