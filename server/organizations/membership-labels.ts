import { is } from 'superstruct'
import { plainName } from '#protocol/organization-fields.ts'
import { normalizeName } from '../lib/normalize-name.ts'
import type { Membership, MembershipRepository } from '../store/membership-repository.ts'

/** A membership in a list to choose from. */
export interface LabelledMembership extends Membership {
  /** Name of the organization, with what tells it from another of that name in the list. */
  label: string
}

/** Adds to names that occur twice a proved domain, else the manager, and the id where these are equal too. */
export async function labelMemberships(
  repository: Pick<MembershipRepository, 'ownersOf'>,
  memberships: readonly Membership[],
): Promise<LabelledMembership[]> {
  const alike = repeated(memberships, ({ organizationName }) => normalizeName(organizationName))
  const owners = await repository.ownersOf([...alike].map((one) => one.organizationId))
  const withOwner = memberships.map((membership) => {
    const owner = owners.find(({ id }) => id === membership.organizationId)
    const manager = is(owner?.manager, plainName) ? owner?.manager : undefined
    return { membership, owner: owner?.domain ?? manager ?? '' }
  })
  const still = repeated(
    withOwner.filter(({ membership }) => alike.has(membership)),
    ({ membership, owner }) => normalizeName(`${membership.organizationName}\n${owner}`),
  )
  return withOwner.map((one) => {
    const { membership, owner } = one
    const { organizationId, organizationName: name } = membership
    const hints = [owner, still.has(one) || owner === '' ? organizationId : ''].filter(Boolean)
    return { ...membership, label: alike.has(membership) ? `${name} (${hints.join(', ')})` : name }
  })
}

function repeated<Item>(items: readonly Item[], keyOf: (item: Item) => string): Set<Item> {
  const groups = Map.groupBy(items, keyOf).values()
  return new Set([...groups].filter(({ length }) => length > 1).flat())
}
