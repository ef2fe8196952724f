import { requireName } from '../names/names.ts'
import { signedIn, type Call, type RequestSource } from '../calls/call.ts'
import { DAY_MS, SECOND_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Organization } from '../store/organization-repository.ts'
import { challengeStepUp } from '../two-step/step-up.ts'
import {
  authorOf,
  changeAs,
  changeOrTry,
  lockActor,
  type OrganizationServices,
  type ActorContext,
  type OrganizationChoice,
} from './acting.ts'
import { endMemberships, undoneBy } from './change-members.ts'
import { organizationAppOf } from './membership-info.ts'
import type { Author } from './organization-events.ts'
import type { Organizations, OrganizationUpdate } from './organizations.ts'

type Context = Call<OrganizationServices>

/** Time after a transfer in which nothing irreversible is allowed, in milliseconds. */
export const TRANSFER_HOLD_MS = 3 * DAY_MS

/** Changes name and facts. @throws not_member, no_permission, text_refused */
export async function updateOrganization(
  context: Context,
  choice: OrganizationChoice,
  change: OrganizationUpdate,
): Promise<Organization> {
  if (change.name !== undefined) requireName(context, change.name)
  return await changeAs(context, choice, 'subject.update', async (tx, { membership }) => {
    const organization = await lockOrganization(tx, membership.organizationId)
    if (change.baseInfos?.logo_url !== undefined) await tx.pictures.removeLogo(organization.id)
    const updated = await tx.organizations.update(organization, change)
    await tx.organizationEvents.note(context, membership, 'organization_updated', {
      detail: { before: organization.name, after: updated.name },
    })
    return updated
  })
}

/** Freezes the organization, which also ends the session. @throws not_member, no_permission */
export async function freezeOrganization(
  context: Context,
  choice: OrganizationChoice,
  ticket: string | undefined,
): Promise<Organization> {
  const requireRecent = await challengeStepUp(context, ticket, 'subject_freeze')
  return await changeAs(context, choice, 'subject.freeze', async (tx, { membership }) => {
    await requireRecent(tx)
    await setOrganizationFrozen(tx, authorOf(context, { membership }), true)
    return await lockOrganization(tx, membership.organizationId)
  })
}

/**
 * Unfreezes an organization that its manager froze. Nobody can act for it, so the session is the
 * manager's own.
 * @throws not_member, no_permission, frozen_by_operator
 */
export async function unfreezeOrganization(
  context: Context,
  { subject_uid: id, sec_subject_uid: secId }: OrganizationChoice,
  ticket: string | undefined,
): Promise<Organization> {
  const { accountId } = signedIn(context)
  const { memberships, transaction } = context.services
  const mine = await memberships.of(accountId, organizationAppOf(context))
  const membership = mine.find(
    ({ organizationId }) =>
      organizationId === id ||
      secId === memberships.secOrganizationIdOf(organizationId, context.app.aid),
  )
  if (membership === undefined) throw new PassportError('not_member')
  if (!membership.isManager) throw notManager()
  const requireRecent = await challengeStepUp(context, ticket, 'subject_freeze')
  return await transaction(async (tx) => {
    await requireRecent(tx)
    const organization = await lockOrganization(tx, membership.organizationId)
    const isStillManager = (await tx.memberships.find(membership.id))?.isManager === true
    if (!isStillManager) throw notManager()
    if (organization.frozenBy === 'operator') throw new PassportError('frozen_by_operator')
    await setOrganizationFrozen(tx, authorOf(context, { membership }), false)
    return await lockOrganization(tx, organization.id)
  })
}

/** Freezes or opens an organization, in a transaction; returns false when it is so already. */
export async function setOrganizationFrozen(
  {
    organizations,
    organizationEvents,
  }: Pick<OrganizationServices, 'organizations' | 'organizationEvents'>,
  { source, actor, by }: Author,
  isFrozen: boolean,
): Promise<boolean> {
  const isChanged = isFrozen
    ? await organizations.freeze(actor.organizationId, by)
    : await organizations.unfreeze(actor.organizationId, undoneBy(by))
  const kind = isFrozen ? 'organization_frozen' : 'organization_unfrozen'
  if (isChanged) await organizationEvents.note(source, actor, kind)
  return isChanged
}

function notManager(): PassportError {
  return new PassportError('no_permission', { permission: 'subject.freeze' })
}

/** Deletes the organization for good. @throws not_member, no_permission, bad_parameter, transfer_hold */
export async function deleteOrganization(
  context: Context,
  options: OrganizationChoice & {
    confirm_name: string
    ticket?: string | undefined
    dry_run: 0 | 1
  },
): Promise<{ deputy_count: number; dry_run: 0 | 1 }> {
  const requireRecent = await challengeStepUp(context, options.ticket, 'subject_delete')
  return await changeOrTry(
    context,
    options,
    'subject.delete',
    async (tx, { membership: { organizationId } }) => {
      await requireRecent(tx)
      const organization = await lockOrganization(tx, organizationId)
      requireNoHold(organization, context.now)
      if (organization.name !== options.confirm_name) {
        throw new PassportError('bad_parameter', {
          fields: [{ field: 'confirm_name', rule: 'same' }],
        })
      }
      const count = await tx.memberships.count(organizationId)
      await tx.organizations.remove(organizationId)
      return { deputy_count: count }
    },
  )
}

/** Ends the membership of the session, in a transaction. @throws not_member, manager_protected */
export async function leaveOrganization(
  context: ActorContext & RequestSource & { now: number },
  tx: OrganizationServices,
  choice: OrganizationChoice,
): Promise<void> {
  const { membership } = await lockActor(context, tx, choice, 'subject.read')
  const author = authorOf(context, { membership })
  const { updated } = await endMemberships(tx, author, [membership], 'member_left')
  if (updated === 0) throw new PassportError('manager_protected')
}

/** @throws transfer_hold for three days after a transfer */
export function requireNoHold(organization: Organization, now: number): void {
  const until = holdUntil(organization, now)
  if (until > 0) throw new PassportError('transfer_hold', { until })
}

/** Returns the second in which the hold after a hand-over ends; 0 without one. */
export function holdUntil({ transferredAt }: Organization, now: number): number {
  const until = transferredAt + TRANSFER_HOLD_MS
  return transferredAt > 0 && now < until ? Math.ceil(until / SECOND_MS) : 0
}

/** Locks an organization until the transaction ends. @throws not_member if it is gone */
export async function lockOrganization(
  { organizations }: { organizations: Organizations },
  id: string,
): Promise<Organization> {
  const organization = await organizations.lock(id)
  if (organization === undefined) throw new PassportError('not_member')
  return organization
}
