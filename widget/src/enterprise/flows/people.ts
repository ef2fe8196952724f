import { atom, type ReadableAtom } from 'nanostores'
import { listInvitations, type Invitation } from '../../client/calls/invitations.ts'
import { listMembers, type Member, type MemberFilter } from '../../client/calls/members.ts'
import { createListQuery, PAGE_ROWS, type ListQuery } from '../../ui/flows/list-query.ts'
import type { OrganizationStore } from './organization-store.ts'

export const invitationStates = ['pending', 'expired', 'accepted', 'declined', 'cancelled'] as const

export const memberStates = ['active', 'frozen'] as const

/** Waiting invitations above the members; the filter shows all of them. */
export const WAITING_ROWS = 10

type InvitationState = (typeof invitationStates)[number]

export type Person =
  | { kind: 'member'; member: Member }
  | { kind: 'invitation'; invitation: Invitation }

/** Empty fields filter nothing; without a state, members and waiting invitations are shown. */
export interface PeopleFilter {
  q: string
  state: '' | (typeof memberStates)[number] | InvitationState
  /** Role of members. */
  role: string
}

interface Totals {
  members: number
  invitations: number
}

/** The members of an organization, and those who are invited. */
export interface PeopleQuery extends ListQuery<Person, PeopleFilter> {
  /** How many match the filter. */
  $found: ReadableAtom<Totals>
  /** How many there are without a filter; undefined until they were fetched. */
  $all: ReadableAtom<Totals | undefined>
}

export const noFilter: PeopleFilter = { q: '', state: '', role: '' }

const nobody = { list: [], total: 0, hasMore: false }

export function createPeopleQuery(store: OrganizationStore): PeopleQuery {
  const $found = atom<Totals>({ members: 0, invitations: 0 })
  const $all = atom<Totals | undefined>()

  const query = createListQuery<Person, PeopleFilter>(
    store.instance,
    noFilter,
    async (filter, page, signal) => {
      const { q, state, role } = filter
      const invited = toInvitationState(state)
      const paging = { page, pageSize: PAGE_ROWS }
      const waiting = { page: 1, pageSize: WAITING_ROWS }
      const hasInvitations = invited !== undefined || (state === '' && role === '')
      const [members, invitations] = await Promise.all([
        invited === undefined && store.may('deputy.read')
          ? listMembers(store.send, { ...toMemberFilter(filter), ...paging }, { signal })
          : nobody,
        hasInvitations && store.may('invite.read')
          ? listInvitations(
              store.send,
              { q, status: invited ?? 'pending', ...(invited === undefined ? waiting : paging) },
              { signal },
            )
          : nobody,
      ])
      const totals = { members: members.total, invitations: invitations.total }
      $found.set(totals)
      if (q === '' && state === '' && role === '') $all.set(totals)
      // Waiting ones stand above the members of the first page.
      const isShown = invited !== undefined || page === 1
      return {
        list: [
          ...(isShown ? invitations.list : []).map(toInvited),
          ...members.list.map((member) => ({ kind: 'member', member }) as const),
        ],
        total: totals.members + totals.invitations,
        hasMore: invited === undefined ? members.hasMore : invitations.hasMore,
      }
    },
  )
  return { ...query, $found, $all }
}

function toInvited(invitation: Invitation): Person {
  return { kind: 'invitation', invitation }
}

export function toInvitationState(state: string): InvitationState | undefined {
  return invitationStates.find((one) => one === state)
}

export function toMemberFilter({ q, state, role }: PeopleFilter): MemberFilter {
  return { q, role, status: memberStates.find((one) => one === state) ?? '' }
}
