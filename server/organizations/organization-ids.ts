import type { Secrets } from '../config/secrets.ts'
import { createSealedIds } from '../lib/sealed-id.ts'

/** Id for the person themself, in place of a membership or organization. */
export const ONESELF = '0'

/** Encrypted ids that differ for each application, so that none can link them. */
export interface OrganizationIds {
  /** Returns the id by which a person switches to a membership, or to themself. */
  memberIdOf(accountId: string, membershipId: string, aid: number): string
  /** Returns the membership of a member id; undefined for oneself and other texts. */
  membershipOfMemberId(memberId: string, aid: number): string | undefined
  /** Returns the id of a membership for administrators. */
  secIdOf(membershipId: string, aid: number): string
  /** Returns the membership of an id of `secIdOf`. */
  membershipOfSecId(secId: string, aid: number): string | undefined
  secOrganizationIdOf(organizationId: string, aid: number): string
}

const MEMBER_ID = 'sm_'
const SEC_ID = 'si_'
const ORGANIZATION_ID = 'ss_'

export function createOrganizationIds(secrets: Secrets): OrganizationIds {
  const members = createSealedIds(secrets.lasting, 'member')
  const people = createSealedIds(secrets.lasting, 'person')
  const identities = createSealedIds(secrets.lasting, 'identity')
  const organizations = createSealedIds(secrets.lasting, 'organization')
  return {
    memberIdOf: (accountId, membershipId, aid) =>
      MEMBER_ID +
      (membershipId === ONESELF ? people.seal(aid, accountId) : members.seal(aid, membershipId)),
    membershipOfMemberId: (id, aid) => members.open(aid, withoutPrefix(id, MEMBER_ID)),
    secIdOf: (membershipId, aid) => SEC_ID + identities.seal(aid, membershipId),
    membershipOfSecId: (id, aid) => identities.open(aid, withoutPrefix(id, SEC_ID)),
    secOrganizationIdOf: (id, aid) => ORGANIZATION_ID + organizations.seal(aid, id),
  }
}

function withoutPrefix(id: string, prefix: string): string {
  return id.startsWith(prefix) ? id.slice(prefix.length) : ''
}
