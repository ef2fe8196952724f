import { PassportError } from '../lib/passport-error.ts'
import type { LabelledMembership } from '../organizations/membership-labels.ts'
import type { Memberships } from '../organizations/memberships.ts'
import { ONESELF } from '../organizations/organization-ids.ts'
import { readOrganizationPolicy } from '../store/organization-policy.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import type { OAuthClient, OAuthGrant } from '../store/schema/oauth.ts'

/** The person themself, or one of their memberships. */
export interface Identity {
  /** Undefined for the person themself. */
  membership: LabelledMembership | undefined
  /** Whether the organization's policy allows this client. */
  isAllowed: boolean
}

/** Returns the identities that a person may answer with; the person themself comes first. */
export async function identitiesOf(
  { memberships }: { memberships: Memberships },
  accountId: string,
  aid: number,
  client: OAuthClient,
): Promise<Identity[]> {
  const list = await memberships.list(accountId, aid, false)
  return [
    { membership: undefined, isAllowed: true },
    ...list.map((membership) => ({
      membership,
      isAllowed: allowsClient(membership.policy, client.isVerified),
    })),
  ]
}

/** Returns the identity of an id. @throws not_member, policy_refused if the client is not allowed */
export function chooseIdentity(identities: readonly Identity[], id: string): Identity {
  const requestedId = id === ONESELF ? undefined : id
  const identity = identities.find(({ membership }) => membership?.id === requestedId)
  if (identity === undefined) throw new PassportError('not_member')
  if (!identity.isAllowed) throw new PassportError('policy_refused', { rule: 'programs' })
  return identity
}

/** Returns the preselected identity: whom the client means, else the last one granted, else that of the session. */
export function firstIdentity(
  identities: readonly Identity[],
  grants: readonly OAuthGrant[],
  { meant }: Pick<AuthorizationRequest, 'meant'>,
  membershipId: string,
): Identity | undefined {
  const allowed = identities.filter(({ isAllowed }) => isAllowed)
  const idOf = ({ membership }: Identity): string => membership?.id ?? ''
  const remembered = grants
    .filter(({ granted }) => granted !== '')
    .toSorted((a, b) => b.changedAt - a.changedAt)
  const grantsInOrder = typeof meant === 'object' ? [meant, ...remembered] : remembered
  return (
    grantsInOrder
      .map((grant) => allowed.find((identity) => idOf(identity) === grant.membershipId))
      .find((identity) => identity !== undefined) ??
    allowed.find((identity) => idOf(identity) === membershipId) ??
    allowed[0]
  )
}

/** Returns whether an organization's policy, as JSON, allows a client. */
export function allowsClient(policy: string, isVerified: boolean): boolean {
  const { programs } = readOrganizationPolicy(policy)
  return programs === 'allow' || (programs === 'verified' && isVerified)
}
