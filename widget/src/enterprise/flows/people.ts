import { atom } from 'nanostores'
import { listInvitations, type Invitation } from '../../client/calls/invitations.ts'
import { listMembers, type Member, type MemberFilter } from '../../client/calls/members.ts'
import { createListQuery, PAGE_ROWS } from '../../ui/flows/list-query.ts'
import type { OrganizationStore } from './organization-store.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

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
export type PeopleQuery = MadeBy<typeof createPeopleQuery>

export const noFilter: PeopleFilter = { q: '', state: '', role: '' }

const nobody = { list: [], total: 0, hasMore: false }

export function createPeopleQuery(store: OrganizationStore) {
  const $found = atom<Totals>({ members: 0, invitations: 0 })
  const $all = atom<Totals | undefined>()
  /** Whether people may have come or gone since they were counted. */
  let isCountOld = true

  /** Asks for as much of each list as belongs on a page; of a list that nobody may see, for nothing. */
  function fetchBoth(
    members: Parameters<typeof listMembers>[1] | undefined,
    invitations: Parameters<typeof listInvitations>[1] | undefined,
    signal: AbortSignal,
  ) {
    return Promise.all([
      members && store.may('deputy.read') ? listMembers(store.send, members, { signal }) : nobody,
      invitations && store.may('invite.read')
        ? listInvitations(store.send, invitations, { signal })
        : nobody,
    ])
  }

  const query = createListQuery<Person, PeopleFilter>(
    store.instance,
    noFilter,
    async (filter, page, signal) => {
      const { q, state, role } = filter
      const invited = toInvitationState(state)
      const paging = { page, pageSize: PAGE_ROWS }
      const waiting = { page: 1, pageSize: WAITING_ROWS }
      const hasInvitations = invited !== undefined || (state === '' && role === '')
      const isAll = q === '' && state === '' && role === ''
      const one = { q: '', page: 1, pageSize: 1 }
      const [[members, invitations], all] = await Promise.all([
        fetchBoth(
          invited === undefined ? { ...toMemberFilter(filter), ...paging } : undefined,
          hasInvitations
            ? { q, status: invited ?? 'pending', ...(invited === undefined ? waiting : paging) }
            : undefined,
          signal,
        ),
        isCountOld && !isAll
          ? fetchBoth({ ...one, role: '', status: '' }, { ...one, status: 'pending' }, signal)
          : undefined,
      ])
      const totals = { members: members.total, invitations: invitations.total }
      $found.set(totals)
      if (isAll) $all.set(totals)
      else if (all) $all.set({ members: all[0].total, invitations: all[1].total })
      isCountOld = false
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
  return {
    ...query,
    /** How many match the filter. */
    $found,
    /** How many there are without a filter; undefined until they were fetched. */
    $all,
    load() {
      isCountOld = true
      return query.load()
    },
  }
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
