import type { Membership } from '../store/membership-repository.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Stores } from '../services/stores.ts'

/** Stands for the person themself, where an identity or an enterprise account could be named. */
export const ONESELF = '0'

/** Whom a person wants to act as: by the id of the identity, of its enterprise account, or opaque. */
export interface MembershipChoice {
  membershipId?: string | undefined
  organizationId?: string | undefined
  memberId?: string | undefined
  /** Application that the opaque id was made for. */
  memberAid?: number | undefined
}

/** Rules about the identities of a person. */
export interface Memberships {
  /** Identities of a person in enterprise accounts of an application. */
  of(
    stores: Pick<Stores, 'memberships'>,
    accountId: string,
    aid: number,
    withFrozen: boolean,
  ): Promise<Membership[]>
  /** The identity of a session, while it may be used. */
  find(
    stores: Pick<Stores, 'memberships'>,
    accountId: string,
    membershipId: string,
  ): Promise<Membership | undefined>
  /**
   * Goes on as the identity that was wished for, in the transaction of the session; undefined for
   * oneself. @throws not_member, frozen.
   */
  enter(
    stores: Pick<Stores, 'memberships'>,
    accountId: string,
    aid: number,
    wish: MembershipChoice,
    now: number,
  ): Promise<Membership | undefined>
  /** Id of an identity for one application: two of them cannot compare notes. */
  memberIdOf(accountId: string, membershipId: string, aid: number): string
  /** The same for an enterprise account. */
  secOrganizationIdOf(organizationId: string, aid: number): string
}

const SEC_ID_BYTES = 24

/** Identities; their opaque ids are keyed hashes. */
export function createMemberships(secrets: Secrets): Memberships {
  function opaque(prefix: string, purpose: string, ...parts: string[]): string {
    const digest = secrets.keyed(purpose, ...parts)
    return `${prefix}${digest.subarray(0, SEC_ID_BYTES).toString('base64url')}`
  }

  const memberships: Memberships = {
    of: async (stores, accountId, aid, withFrozen) => {
      const all = await stores.memberships.of(accountId, aid)
      return withFrozen ? all : all.filter((one) => !one.isFrozen)
    },
    find: async (stores, accountId, membershipId) => {
      const identity = await stores.memberships.find(membershipId)
      return identity?.accountId === accountId && !identity.isFrozen ? identity : undefined
    },
    enter: async (stores, accountId, aid, wish, now) => {
      const { membershipId, organizationId, memberId, memberAid = aid } = wish
      const own = memberships.memberIdOf(accountId, ONESELF, memberAid)
      if (memberId === own || (organizationId ?? membershipId) === ONESELF) return undefined
      const all = await stores.memberships.of(accountId, aid)
      const wanted = all.find(
        (one) =>
          (membershipId === undefined || membershipId === ONESELF || membershipId === one.id) &&
          (organizationId === undefined || organizationId === one.organizationId) &&
          (memberId === undefined ||
            memberId === memberships.memberIdOf(accountId, one.id, memberAid)),
      )
      if (wanted === undefined) throw new PassportError('not_member')
      // Asked of the row itself: it may have been frozen since the list was read.
      if (!(await stores.memberships.enter(wanted.id, accountId, now))) {
        throw new PassportError('frozen')
      }
      return wanted
    },
    memberIdOf: (accountId, membershipId, aid) =>
      opaque('sm_', 'sec member', String(aid), accountId, membershipId),
    secOrganizationIdOf: (organizationId, aid) =>
      opaque('ss_', 'sec subject', String(aid), organizationId),
  }
  return memberships
}
