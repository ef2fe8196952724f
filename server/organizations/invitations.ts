import { searchTextOf } from './search-texts.ts'
import type {
  Invitation,
  InvitationChange,
  InvitationRepository,
} from '../store/invitation-repository.ts'

/** Fields of a pending invitation that people change. */
export type InvitationFields = Pick<
  Invitation,
  'channel' | 'address' | 'name' | 'roles' | 'next' | 'ticketHash' | 'sentAt' | 'expiresAt'
>

/** Invitations, with their text for searches. */
export interface Invitations extends Omit<InvitationRepository, 'insert' | 'update'> {
  /** Creates an invitation; undefined when its address has a pending one. */
  create(
    invitation: Omit<Invitation, 'id' | 'membershipId'> & { membershipId?: string | undefined },
  ): Promise<Invitation | undefined>
  /** Changes a pending invitation; returns false when it is not pending. */
  update(id: string, fields: InvitationFields): Promise<boolean>
}

const MAX_ID_ATTEMPTS = 64

/** `makeId` returns ids that another instance may create too. */
export function createInvitations(
  repository: InvitationRepository,
  makeId: () => string,
): Invitations {
  return {
    ...repository,
    create: async (draft) => {
      for (let attempt = 0; attempt < MAX_ID_ATTEMPTS; attempt++) {
        const membershipId = draft.membershipId ?? makeId()
        const invitation = { ...draft, id: makeId(), membershipId }
        if (await repository.insert(invitation, searchTextOf(draft.name, draft.address)))
          return invitation
        const isPending = draft.status === 'pending'
        if (isPending && (await repository.findPending(draft.organizationId, draft.address))) {
          return undefined
        }
      }
      throw new Error('no free invitation id was found')
    },
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
