import type { Secrets } from '../config/secrets.ts'
import type { Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Membership, MembershipRepository } from '../store/membership-repository.ts'

/** Id that stands for the person in place of a membership or an organization. */
export const ONESELF = '0'

/** The membership that a person chose, by any of its ids. */
export interface MembershipChoice {
  membershipId?: string | undefined
  organizationId?: string | undefined
  memberId?: string | undefined
  /** Application that `memberId` was made for. */
  memberAid?: number | undefined
}

/** Organizations and the memberships of people in them. */
export interface Memberships extends MembershipRepository {
  /** Returns the memberships of a person in organizations of an application. */
  list(accountId: string, aid: number, withFrozen: boolean): Promise<Membership[]>
  /** Returns the membership of a session, unless it is frozen. */
  findActive(accountId: string, membershipId: string): Promise<Membership | undefined>
  /**
   * Enters the chosen membership, in the transaction of the session; undefined for oneself.
   * @throws not_member, frozen
   */
  choose(accountId: string, aid: number, choice: MembershipChoice): Promise<Membership | undefined>
  /** Returns the id of a membership for one application, which no other can link. */
  memberIdOf(accountId: string, membershipId: string, aid: number): string
  /** Returns the id of an organization for one application. */
  secOrganizationIdOf(organizationId: string, aid: number): string
}

const SEC_ID_BYTES = 24

export function createMemberships(
  repository: MembershipRepository,
  secrets: Secrets,
  clock: Clock,
): Memberships {
  function opaqueId(prefix: string, purpose: string, ...parts: string[]): string {
    const digest = secrets.keyed(purpose, ...parts)
    return `${prefix}${digest.subarray(0, SEC_ID_BYTES).toString('base64url')}`
  }

  const memberships: Memberships = {
    ...repository,
    list: async (accountId, aid, withFrozen) => {
      const all = await repository.of(accountId, aid)
      return withFrozen ? all : all.filter((one) => !one.isFrozen)
    },
    findActive: async (accountId, membershipId) => {
      const membership = await repository.find(membershipId)
      return membership?.accountId === accountId && !membership.isFrozen ? membership : undefined
    },
    choose: async (accountId, aid, choice) => {
      const { membershipId, organizationId, memberId, memberAid = aid } = choice
      const ownId = memberships.memberIdOf(accountId, ONESELF, memberAid)
      if (memberId === ownId || (organizationId ?? membershipId) === ONESELF) return undefined
      const all = await repository.of(accountId, aid)
      const chosen = all.find(
        (one) =>
          (membershipId === undefined || membershipId === ONESELF || membershipId === one.id) &&
          (organizationId === undefined || organizationId === one.organizationId) &&
          (memberId === undefined ||
            memberId === memberships.memberIdOf(accountId, one.id, memberAid)),
      )
      if (chosen === undefined) throw new PassportError('not_member')
      // May have been frozen since the list was read.
      if (!(await repository.enter(chosen.id, accountId, clock()))) {
        throw new PassportError('frozen')
      }
      return chosen
    },
    memberIdOf: (accountId, membershipId, aid) =>
      opaqueId('sm_', 'sec member', String(aid), accountId, membershipId),
    secOrganizationIdOf: (organizationId, aid) =>
      opaqueId('ss_', 'sec subject', String(aid), organizationId),
  }
  return memberships
}
