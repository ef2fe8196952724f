import type { Secrets } from '../config/secrets.ts'
import { createSealedIds } from '../lib/sealed-id.ts'

/** Id for the person themself, in place of a membership or organization. */
export const ONESELF = '0'

/** Encrypted ids that differ for each application, so that none can link them. */
export type OrganizationIds = ReturnType<typeof createOrganizationIds>

const MEMBER_ID = 'sm_'
const SEC_ID = 'si_'
const ORGANIZATION_ID = 'ss_'

export function createOrganizationIds(secrets: Secrets) {
  const members = createSealedIds(secrets.lasting, 'member')
  const people = createSealedIds(secrets.lasting, 'person')
  const identities = createSealedIds(secrets.lasting, 'identity')
  const organizations = createSealedIds(secrets.lasting, 'organization')
  return {
    /** Returns the id by which a person switches to a membership, or to themself. */
    memberIdOf: (accountId: string, membershipId: string, aid: number) =>
      MEMBER_ID +
      (membershipId === ONESELF ? people.seal(aid, accountId) : members.seal(aid, membershipId)),
    /** Returns the membership of a member id; undefined for oneself and other texts. */
    membershipOfMemberId: (id: string, aid: number) =>
      members.open(aid, withoutPrefix(id, MEMBER_ID)),
    /** Returns the id of a membership for administrators. */
    secIdOf: (membershipId: string, aid: number) => SEC_ID + identities.seal(aid, membershipId),
    /** Returns the membership of an id of `secIdOf`. */
    membershipOfSecId: (id: string, aid: number) => identities.open(aid, withoutPrefix(id, SEC_ID)),
    secOrganizationIdOf: (id: string, aid: number) => ORGANIZATION_ID + organizations.seal(aid, id),
  }
}

function withoutPrefix(id: string, prefix: string): string {
  return id.startsWith(prefix) ? id.slice(prefix.length) : ''
}
