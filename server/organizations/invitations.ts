import { canonicalMailbox } from '../codes/canonical-mailbox.ts'
import { searchTextOf } from './search-texts.ts'
import type {
  InvitationChange,
  InvitationFields,
  InvitationRepository,
} from '../store/invitation-repository.ts'
import type { Invitation } from '../store/schema/organizations.ts'

/** Invitations, with their text for searches; who blocks one address blocks its whole mailbox. */
export interface Invitations extends Omit<InvitationRepository, 'insert' | 'update'> {
  /** Creates an invitation; undefined when its address has a pending one. */
  create(invitation: NewInvitation): Promise<Invitation | undefined>
  /** Like `create` for several of one organization, in their order. */
  createAll(invitations: readonly NewInvitation[]): Promise<(Invitation | undefined)[]>
  /** Changes a pending invitation; returns false when it is not pending. */
  update(id: string, fields: InvitationFields): Promise<boolean>
}

/** An invitation, or the draft of one, before it is stored. */
export type NewInvitation = Omit<Invitation, 'id' | 'membershipId'> & {
  membershipId?: string | undefined
}

const MAX_ID_ATTEMPTS = 64

/** `makeId` returns ids that another instance may create too. */
export function createInvitations(
  repository: InvitationRepository,
  makeId: () => string,
): Invitations {
  async function withoutPending(drafts: NewInvitation[]): Promise<NewInvitation[]> {
    const [first] = drafts
    if (first === undefined) return drafts
    const addresses = drafts.map(({ address }) => address)
    const pending = await repository.pendingTo(first.organizationId, addresses)
    const taken = new Set(pending.map(({ address }) => address))
    return drafts.filter(({ address, status }) => status !== 'pending' || !taken.has(address))
  }
  const createAll: Invitations['createAll'] = async (drafts) => {
    const made = new Map<NewInvitation, Invitation>()
    let left = [...drafts]
    for (let attempt = 0; attempt < MAX_ID_ATTEMPTS && left.length > 0; attempt++) {
      const tried = left.map((draft): [NewInvitation, Invitation] => {
        const membershipId = draft.membershipId ?? makeId()
        return [draft, { ...draft, id: makeId(), membershipId }]
      })
      const rows = tried.map(([, one]) => ({
        ...one,
        searchText: searchTextOf(one.name, one.address),
      }))
      const inserted = new Set(await repository.insert(rows))
      for (const [draft, one] of tried) if (inserted.has(one.id)) made.set(draft, one)
      left = await withoutPending(left.filter((draft) => !made.has(draft)))
    }
    if (left.length > 0) throw new Error('no free invitation id was found')
    return drafts.map((draft) => made.get(draft))
  }
  return {
    ...repository,
    block: (address, ...block) => repository.block(mailboxOf(address), ...block),
    unblock: (addresses, from) => repository.unblock(addresses.map(mailboxOf), from),
    blocksOf: (addresses, now) => repository.blocksOf(addresses.map(mailboxOf), now),
    blockedAmong: async (addresses, ...rest) => {
      const blocked = new Set(await repository.blockedAmong(addresses.map(mailboxOf), ...rest))
      return addresses.filter((address) => blocked.has(mailboxOf(address)))
    },
    createAll,
    create: async (draft) => (await createAll([draft]))[0],
    update: (id, { roles, ...fields }) => {
      const change: InvitationChange = {
        ...fields,
        roles: JSON.stringify(roles),
        searchText: searchTextOf(fields.name, fields.address),
      }
      return repository.update(id, change)
    },
  }
}

function mailboxOf(address: string): string {
  const channel = address.includes('@') ? 'email' : 'mobile'
  return canonicalMailbox({ channel, address }).address
}
