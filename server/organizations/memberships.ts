import { SECOND_MS, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { EndWatchers } from '../sessions/end-watchers.ts'
import type {
  MemberFilter,
  Membership,
  MembershipRepository,
} from '../store/membership-repository.ts'
import { sessionSubject, type Webhooks } from '../events/webhooks.ts'
import { labelMemberships } from './membership-labels.ts'
import { ONESELF, type OrganizationIds } from './organization-ids.ts'

/** A chosen membership, by any of its ids. */
export interface MembershipChoice {
  membershipId?: string | undefined
  organizationId?: string | undefined
  memberId?: string | undefined
  /** Application that `memberId` was made for. */
  memberAid?: number | undefined
}

/** The memberships of people in organizations. */
export type Memberships = ReturnType<typeof createMemberships>

/** Cached numbers of members of large organizations. */
export type MemberCounts = Map<string, { total: number; until: number }>

// Counting more takes longer than reading a page.
const MANY = 10_000
const COUNT_KEPT_MS = 5 * SECOND_MS
const MAX_COUNTS = 1000

/** The error of a membership or organization that is frozen, which support tells from a frozen account. */
export function membershipFrozen(): PassportError {
  return new PassportError('frozen', {}, { method: 'membership' })
}

export function createMemberships(
  repository: MembershipRepository,
  ids: OrganizationIds,
  counts: MemberCounts,
  watchers: Pick<EndWatchers, 'ofSessions' | 'ofOrganization'>,
  webhooks: Pick<Webhooks, 'tell'>,
  clock: Clock,
) {
  return {
    ...repository,
    ...ids,
    /** Ends the sessions of memberships and notifies clients; returns the number of sessions. */
    endSessions: async (members: readonly Pick<Membership, 'id' | 'accountId'>[]) => {
      const ended = await repository.endSessions(members)
      await watchers.ofSessions(ended)
      await webhooks.tell('session.ended', ended.map(sessionSubject))
      return ended.length
    },
    /** Notifies clients that all sessions for an organization are about to end. */
    notifyEnd: (organizationId: string) => watchers.ofOrganization(organizationId),
    /** Returns the memberships of a person in organizations of an application. */
    list: async (accountId: string, aid: number, withFrozen: boolean) => {
      const all = await repository.of(accountId, aid)
      const shown = withFrozen ? all : all.filter((one) => !one.isFrozen)
      return await labelMemberships(repository, shown)
    },
    /** Returns the membership of a session, unless it is frozen. */
    findActive: async (accountId: string, membershipId: string) => {
      const membership = await repository.find(membershipId)
      return membership?.accountId === accountId && !membership.isFrozen ? membership : undefined
    },
    /** Returns members, oldest first; the total is seconds old where they are many. */
    members: async (
      organizationId: string,
      filter: MemberFilter,
      page: { offset: number; limit: number },
    ) => {
      const { list, total } = await repository.members(organizationId, filter, page)
      return { list, total: total ?? (await countRoughly(organizationId)) }
    },
    /** Returns the chosen membership, frozen or not; undefined for oneself. @throws not_member */
    findChosen,
    /**
     * Enters the chosen membership, in the transaction of the session; undefined for oneself.
     * @throws not_member, frozen
     */
    choose: async (accountId: string, aid: number, choice: MembershipChoice) => {
      const chosen = await findChosen(accountId, aid, choice)
      if (chosen === undefined) return undefined
      // May have been frozen since the list was read.
      if (!(await repository.enter(chosen.id, accountId, clock()))) {
        throw membershipFrozen()
      }
      return chosen
    },
  }

  async function countRoughly(organizationId: string): Promise<number> {
    const now = clock()
    const kept = counts.get(organizationId)
    if (kept !== undefined && kept.until > now) return kept.total
    const total = await repository.count(organizationId)
    if (counts.size >= MAX_COUNTS) counts.clear()
    if (total > MANY) counts.set(organizationId, { total, until: now + COUNT_KEPT_MS })
    return total
  }

  async function findChosen(
    accountId: string,
    aid: number,
    choice: MembershipChoice,
  ): Promise<Membership | undefined> {
    const { membershipId, organizationId, memberId, memberAid = aid } = choice
    const ownId = ids.memberIdOf(accountId, ONESELF, memberAid)
    if (memberId === ownId || (organizationId ?? membershipId) === ONESELF) return undefined
    const all = await repository.of(accountId, aid)
    const chosen = all.find(
      (one) =>
        (membershipId === undefined || membershipId === ONESELF || membershipId === one.id) &&
        (organizationId === undefined || organizationId === one.organizationId) &&
        (memberId === undefined || memberId === ids.memberIdOf(accountId, one.id, memberAid)),
    )
    if (chosen === undefined) throw new PassportError('not_member')
    return chosen
  }
}
