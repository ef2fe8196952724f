import type { Permission } from '#protocol/permissions.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { noSession, signedIn, type Call, type RequestSource } from '../calls/call.ts'
import type { Codes } from '../codes/codes.ts'
import type { ConcurrencyLimit } from '../lib/concurrency-limit.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { RateLimits } from '../limits/limits.ts'
import type { ManagerTransferRepository } from '../store/manager-transfer-repository.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { OrganizationDomainRepository } from '../store/organization-domain-repository.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Transaction } from '../store/transaction.ts'
import type { DomainRecords } from './domain-records.ts'
import type { Invitations } from './invitations.ts'
import { organizationAppOf, type MembershipInfoServices } from './membership-info.ts'
import { ONESELF } from './organization-ids.ts'
import type { Author, OrganizationEvents } from './organization-events.ts'
import type { Organizations } from './organizations.ts'
import type { Roles } from './roles.ts'
import type { RiskCheckServices } from '../two-step/risk-check.ts'
import { rightsOf, type Rights } from './rights.ts'

/** What use cases of organizations need. */
export interface OrganizationServices extends MembershipInfoServices, RiskCheckServices {
  accounts: Accounts
  codes: Codes
  domainRecords: DomainRecords
  invitations: Invitations
  managerTransfers: ManagerTransferRepository
  organizationDomains: OrganizationDomainRepository
  organizationEvents: OrganizationEvents
  organizations: Organizations
  pictureEncoding: ConcurrencyLimit
  rateLimits: RateLimits
  roles: Roles
  sessions: Sessions
  transaction: Transaction<OrganizationServices>
}

/** The organization that a call names, by one of its ids. */
export interface OrganizationChoice {
  subject_uid?: string | undefined
  sec_subject_uid?: string | undefined
}

/** The part of a call that identifies the actor. */
export type ActorContext = Pick<Call<unknown>, 'app' | 'session'> & {
  params: Pick<Call<unknown>['params'], 'subject_aid'>
}

/** The membership that a session acts as, with its rights. */
export interface Actor {
  membership: Membership
  rights: Rights
}

/**
 * Returns the membership that the session acts as, which must be of the organization that the call names.
 * @throws session_expired if it ended, not_member, no_permission
 */
export async function requireActor(
  context: Call<OrganizationServices>,
  choice: OrganizationChoice,
  permission?: Permission,
): Promise<Actor> {
  const session = signedIn(context)
  const { membership } = session
  // Read with the session, at the start of this call.
  const known = membership === 'ended' ? undefined : membership
  const actor = await countRefusals(context, () =>
    requireActorIn(context, context.services, choice, permission, known),
  )
  await context.services.sessions.touch(session)
  return actor
}

/**
 * Makes a change as a member, whose rights are read in the transaction of the change; `targets` are the
 * members whom it is about.
 * @throws session_expired, not_member, no_permission, and what the change throws
 */
export async function changeAs<Result>(
  context: Call<OrganizationServices>,
  choice: OrganizationChoice,
  permission: Permission,
  change: (tx: OrganizationServices, actor: Actor) => Promise<Result>,
  targets: readonly string[] = [],
): Promise<Result> {
  await context.services.sessions.touch(signedIn(context))
  return await countRefusals(context, () =>
    context.services.transaction(
      async (tx) => await change(tx, await lockActor(context, tx, choice, permission, targets)),
    ),
  )
}

/**
 * Returns the member who makes a change, in its transaction.
 * @throws session_expired, not_member, no_permission
 */
export async function lockActor(
  context: ActorContext,
  tx: OrganizationServices,
  choice: OrganizationChoice,
  permission: Permission,
  targets: readonly string[] = [],
): Promise<Actor> {
  const { membershipId } = signedIn(context)
  // Locked, so that taking the rights away waits for the change or is seen by it; together with the
  // targets, or two who change one another would wait for each other.
  if (membershipId !== '') await tx.memberships.lock([membershipId, ...targets])
  return await requireActorIn(context, tx, choice, permission)
}

/** Makes a change; with `dry_run`, rolls it back and returns its result. */
export async function changeOrTry<Result>(
  context: Call<OrganizationServices>,
  choice: OrganizationChoice & { dry_run: 0 | 1 },
  permission: Permission,
  change: (tx: OrganizationServices, actor: Actor) => Promise<Result>,
  targets: readonly string[] = [],
): Promise<Result & { dry_run: 0 | 1 }> {
  const tryOut = async (tx: OrganizationServices, actor: Actor): Promise<Result> => {
    const changed = await change(tx, actor)
    if (choice.dry_run === 1) throw new DryRun(changed)
    return changed
  }
  try {
    const result = await changeAs(context, choice, permission, tryOut, targets)
    return { ...result, dry_run: 0 }
  } catch (error) {
    if (error instanceof DryRun) return { ...(error.result as Result), dry_run: 1 }
    throw error
  }
}

/** Returns a member as the author of a change. */
export function authorOf(source: RequestSource, { membership }: Pick<Actor, 'membership'>): Author {
  return { source, actor: membership, by: 'manager' }
}

/** @throws exceeds_own_rights unless the actor has all of these permissions */
export function requireMayGrant({ rights }: Actor, permissions: Iterable<string>): void {
  const missing = [...permissions].filter((one) => !rights.permissions.has(one))
  if (missing.length > 0) {
    throw new PassportError('exceeds_own_rights', { permissions: missing })
  }
}

// Thrown to roll the transaction of a change back.
class DryRun extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('dry run')
    this.result = result
  }
}

/** Like `requireActor`, with rights read in a transaction. */
export async function requireActorIn(
  context: ActorContext,
  services: OrganizationServices,
  { subject_uid: id, sec_subject_uid: secId }: OrganizationChoice,
  permission?: Permission,
  known?: Membership,
): Promise<Actor> {
  const { accountId, membershipId, organizationEpoch } = signedIn(context)
  if (membershipId === '') throw notMember(ONESELF)
  const { memberships, roles } = services
  const membership = known ?? (await memberships.findActive(accountId, membershipId))
  if (membership === undefined || membership.organizationEpoch !== organizationEpoch) {
    throw noSession()
  }
  const { organizationId } = membership
  const isNamed =
    id === organizationId ||
    secId === memberships.secOrganizationIdOf(organizationId, context.app.aid)
  if (!isNamed || membership.aid !== organizationAppOf(context)) throw notMember(organizationId)
  const rights = (await rightsOf(roles, [membership])).get(membership.id)
  if (rights === undefined) throw noSession()
  if (permission !== undefined && !rights.permissions.has(permission)) {
    throw new PassportError('no_permission', { permission })
  }
  return { membership, rights }
}

// Outside of transactions, which a refusal rolls back.
async function countRefusals<Result>(
  context: Call<OrganizationServices>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { membership } = signedIn(context)
    const permission = error instanceof PassportError ? error.data.permission : undefined
    if (typeof permission === 'string' && membership !== undefined && membership !== 'ended') {
      await context.services.organizationEvents.countRefusal(context, membership, permission)
    }
    throw error
  }
}

// Tells an outdated page which organization the session acts for now.
function notMember(current: string): PassportError {
  return new PassportError('not_member', { current_subject_uid: current })
}
