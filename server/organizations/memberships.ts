import type { Identity } from '../store/membership-repository.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Stores } from '../services/stores.ts'

/** Stands for the person themself, where an identity or an enterprise account could be named. */
export const ONESELF = '0'

/** Whom a person wants to act as: by the id of the identity, of its enterprise account, or opaque. */
export interface Wish {
  identityId?: string | undefined
  subjectId?: string | undefined
  memberId?: string | undefined
  /** Application that the opaque id was made for. */
  memberAid?: number | undefined
}

/** Rules about the identities of a person. */
export interface Identities {
  /** Identities of a person in enterprise accounts of an application. */
  of(
    stores: Pick<Stores, 'identities'>,
    accountId: string,
    aid: number,
    withFrozen: boolean,
  ): Promise<Identity[]>
  /** The identity of a session, while it may be used. */
  find(
    stores: Pick<Stores, 'identities'>,
    accountId: string,
    identityId: string,
  ): Promise<Identity | undefined>
  /**
   * Goes on as the identity that was wished for, in the transaction of the session; undefined for
   * oneself. @throws not_member, frozen.
   */
  enter(
    stores: Pick<Stores, 'identities'>,
    accountId: string,
    aid: number,
    wish: Wish,
    now: number,
  ): Promise<Identity | undefined>
  /** Id of an identity for one application: two of them cannot compare notes. */
  memberIdOf(accountId: string, identityId: string, aid: number): string
  /** The same for an enterprise account. */
  secSubjectIdOf(subjectId: string, aid: number): string
}

const SEC_ID_BYTES = 24

/** Identities; their opaque ids are keyed hashes. */
export function createIdentities(secrets: Secrets): Identities {
  function opaque(prefix: string, purpose: string, ...parts: string[]): string {
    const digest = secrets.keyed(purpose, ...parts)
    return `${prefix}${digest.subarray(0, SEC_ID_BYTES).toString('base64url')}`
  }

  const identities: Identities = {
    of: async (stores, accountId, aid, withFrozen) => {
      const all = await stores.identities.of(accountId, aid)
      return withFrozen ? all : all.filter((one) => !one.isFrozen)
    },
    find: async (stores, accountId, identityId) => {
      const identity = await stores.identities.find(identityId)
      return identity?.accountId === accountId && !identity.isFrozen ? identity : undefined
    },
    enter: async (stores, accountId, aid, wish, now) => {
      const { identityId, subjectId, memberId, memberAid = aid } = wish
      const own = identities.memberIdOf(accountId, ONESELF, memberAid)
      if (memberId === own || (subjectId ?? identityId) === ONESELF) return undefined
      const all = await stores.identities.of(accountId, aid)
      const wanted = all.find(
        (one) =>
          (identityId === undefined || identityId === ONESELF || identityId === one.id) &&
          (subjectId === undefined || subjectId === one.subjectId) &&
          (memberId === undefined ||
            memberId === identities.memberIdOf(accountId, one.id, memberAid)),
      )
      if (wanted === undefined) throw new PassportError('not_member')
      // Asked of the row itself: it may have been frozen since the list was read.
      if (!(await stores.identities.enter(wanted.id, accountId, now))) {
        throw new PassportError('frozen')
      }
      return wanted
    },
    memberIdOf: (accountId, identityId, aid) =>
      opaque('sm_', 'sec member', String(aid), accountId, identityId),
    secSubjectIdOf: (subjectId, aid) => opaque('ss_', 'sec subject', String(aid), subjectId),
  }
  return identities
}
