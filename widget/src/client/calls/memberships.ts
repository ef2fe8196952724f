import type { MembershipInfo } from '#protocol/objects.ts'
import { identityLogin, listIdentities } from '#protocol/web/identity.ts'
import { allOf } from './rows.ts'
import type { Send } from './send.ts'

/** Id of the person themself, where another has the id of a membership or an organization. */
export const ONESELF = '0'

/** A membership of the person, or the person themself. */
export type Membership = ReturnType<typeof toMembership>

export function toMembership(wire: MembershipInfo) {
  return {
    membershipId: wire.user_identity_id,
    organizationId: wire.subject_uid,
    /** Empty for the person themself. */
    organizationName: wire.subject_name,
    /** Name with what tells it apart, where another organization has the same. */
    organizationLabel: wire.subject_label ?? wire.subject_name,
    logoUrl: wire.logo_url,
    memberName: wire.deputy_name,
    isFrozen: wire.is_frozen === 1,
    /** Whether the session acts as it. */
    isCurrent: wire.current === 1,
  }
}

/** Returns the person themself and their memberships. */
export async function listMemberships(send: Send, { withFrozen }: { withFrozen: boolean }) {
  const call = withFrozen ? { need_frozen_user: 1 as const } : {}
  return (await allOf((paging) => send(listIdentities, { ...call, ...paging }))).map(toMembership)
}

/** Continues as a membership, or as oneself. */
export function actAs(
  send: Send,
  { organizationId, membershipId }: Pick<Membership, 'organizationId' | 'membershipId'>,
) {
  const call = { login_subject_uid: organizationId, user_identity_id: membershipId }
  return send(identityLogin, call)
}
