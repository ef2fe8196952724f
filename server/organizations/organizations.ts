import type { Clock } from '../lib/clock.ts'
import { searchTextOf } from './search-texts.ts'
import type { Membership, NewMembership } from '../store/membership-repository.ts'
import type { Organization, OrganizationRepository } from '../store/organization-repository.ts'
import type { Memberships } from './memberships.ts'

/** The data of a new organization. */
export interface NewOrganization {
  aid: number
  name: string
  baseInfos?: Readonly<Record<string, string | undefined>> | undefined
  detailInfos?: Readonly<Record<string, string | undefined>> | undefined
}

export type OrganizationUpdate = Partial<Omit<NewOrganization, 'aid'>>

export interface Organizations extends Omit<OrganizationRepository, 'insert' | 'update'> {
  /** Creates an organization and returns it. */
  create(organization: NewOrganization): Promise<Organization>
  update(organization: Organization, change: OrganizationUpdate): Promise<Organization>
  /** Adds a person; undefined when they are a member already. */
  addMember(
    membership: Omit<NewMembership, 'id' | 'searchText'> & { id?: string },
  ): Promise<Membership | undefined>
  /** Changes the name and external id of a member. */
  updateMember(
    membership: Membership,
    change: { name?: string | undefined; externalId?: string | undefined },
  ): Promise<Membership>
}

const MAX_ID_ATTEMPTS = 64

/** `makeId` returns ids that another instance may create too. */
export function createOrganizations(
  repository: OrganizationRepository,
  memberships: Memberships,
  makeId: () => string,
  clock: Clock,
): Organizations {
  const organizations: Organizations = {
    ...repository,
    create: async ({ aid, name, baseInfos = {}, detailInfos = {} }) => {
      const { logo_url: logoUrl = '', ...facts } = baseInfos
      for (let attempt = 0; attempt < MAX_ID_ATTEMPTS; attempt++) {
        const id = makeId()
        const isInserted = await repository.insert({
          id,
          aid,
          name,
          logoUrl,
          baseInfos: JSON.stringify(facts),
          detailInfos: JSON.stringify(detailInfos),
          createdAt: clock(),
        })
        const organization = isInserted ? await repository.find(id) : undefined
        if (organization !== undefined) return organization
      }
      throw new Error('no free organization id was found')
    },
    update: async (organization, { name, baseInfos, detailInfos }) => {
      const { id } = organization
      const { logo_url: logoUrl, ...facts } = baseInfos ?? {}
      await repository.update(id, {
        ...(name !== undefined && { name }),
        ...(logoUrl !== undefined && { logoUrl }),
        baseInfos: JSON.stringify({ ...organization.baseInfos, ...facts }),
        detailInfos: JSON.stringify({ ...organization.detailInfos, ...detailInfos }),
      })
      return (await repository.find(id)) ?? organization
    },
    freeze: async (id, by) => {
      await memberships.notifyEnd(id)
      return await repository.freeze(id, by)
    },
    remove: async (id) => {
      await memberships.notifyEnd(id)
      return await repository.remove(id)
    },
    addMember: async (membership) => {
      const searchText = searchTextOf(membership.name, membership.contact)
      const isMember = async (): Promise<boolean> =>
        (await memberships.findIn(membership.organizationId, membership.accountId)) !== undefined
      for (let attempt = 0; attempt < MAX_ID_ATTEMPTS; attempt++) {
        const id = membership.id ?? makeId()
        if (await memberships.insert({ ...membership, id, searchText }, clock())) {
          return await memberships.find(id)
        }
        if (await isMember()) return undefined
      }
      throw new Error('no free membership id was found')
    },
    updateMember: async (membership, { name = membership.name, externalId }) => {
      const changed = { ...membership, name, externalId: externalId ?? membership.externalId }
      await memberships.update(membership.id, {
        name,
        externalId: changed.externalId,
        searchText: searchTextOf(name, membership.contact),
      })
      return changed
    },
  }
  return organizations
}
