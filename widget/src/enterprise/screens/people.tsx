import { useStore } from '@nanostores/react'
import { useState, type ReactNode } from 'react'
import type { InvitationsFlow } from '../flows/invitations.ts'
import type { MembersFlow } from '../flows/members.ts'
import {
  invitationStates,
  memberStates,
  toInvitationState,
  WAITING_ROWS,
  type PeopleQuery,
} from '../flows/people.ts'
import { LinkButton } from '../../ui/button.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { Chosen } from './chosen.tsx'
import { Filters } from './filters.tsx'
import { useEnterprise, useRoles, WithRight } from './frame.tsx'
import { InvitationDialog } from './invitation-dialog.tsx'
import { InviteMany } from './invite-many.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { PeopleTable } from './people-table.tsx'
import { Select } from './select.tsx'

export interface PeopleFlows {
  people: PeopleQuery
  members: MembersFlow
  invitations: InvitationsFlow
}

/** Members and invitations in one list. */
export function People({ flows }: { flows: PeopleFlows }): ReactNode {
  const { people, members, invitations } = flows
  const { store, t } = useEnterprise()
  const [isMany, setMany] = useState(false)
  const open = useStore(members.$open)
  const step = useStore(invitations.$step)
  if (isMany) return <InviteMany people={people} onBack={() => setMany(false)} />
  return (
    <>
      {store.may('invite.create') && (
        <div {...partProps('row-acts')}>
          <RowButton isMain onClick={() => invitations.go({ at: 'new' })}>
            {t.invitations.invite}
          </RowButton>
          <RowButton onClick={() => setMany(true)}>{t.invitations.inviteMany}</RowButton>
        </div>
      )}
      <WithRight permission="deputy.read" load={people.load}>
        <PeopleFilters people={people} />
        <Chosen flow={members} people={people} />
        <PeopleTable flows={flows} />
        <MoreWaiting people={people} />
        {open && <MemberDialog key={open.membershipId} flow={members} member={open} />}
      </WithRight>
      {step.at !== 'list' && (
        <InvitationDialog
          flow={invitations}
          step={step}
          onMany={() => {
            invitations.go({ at: 'list' })
            setMany(true)
          }}
        />
      )}
    </>
  )
}

function PeopleFilters({ people }: { people: PeopleQuery }): ReactNode {
  const { store, t } = useEnterprise()
  const { q, state, role } = useStore(people.$filter)
  const { list, nameOf } = useRoles()
  const hasRoles = toInvitationState(state) === undefined
  const invited = store.may('invite.read') ? invitationStates : []
  return (
    <Filters
      search={{ q, onType: (text) => people.filter({ q: text }, true) }}
      count={[state, role].filter((one) => one !== '').length}
    >
      <Select
        name="status"
        label={t.members.state}
        first={t.members.current}
        options={[
          ...memberStates.map((value) => ({ value, label: t.members.states[value] })),
          ...invited.map((value) => ({ value, label: t.invitations.states[value] })),
        ]}
        value={state}
        onChoose={(chosen) => {
          const invitation = toInvitationState(chosen)
          // Invitations are not searched by role.
          if (invitation) people.filter({ state: invitation, role: '' })
          else people.filter({ state: memberStates.find((one) => one === chosen) ?? '' })
        }}
      />
      {hasRoles && (
        <Select
          name="role"
          label={t.members.rolesOf}
          first={t.table.all}
          options={list.map(({ roleKey: value }) => ({ value, label: nameOf(value) }))}
          value={role}
          onChoose={(key) => people.filter({ role: key })}
        />
      )}
    </Filters>
  )
}

/** Leads to the invitations that have no room above the members. */
function MoreWaiting({ people }: { people: PeopleQuery }): ReactNode {
  const { t } = useEnterprise()
  const { invitations } = useStore(people.$found)
  const { state } = useStore(people.$filter)
  if (state !== '' || invitations <= WAITING_ROWS) return null
  return (
    <p {...partProps('text')}>
      <LinkButton onClick={() => people.filter({ state: 'pending' })}>
        {t.members.moreWaiting(invitations)}
      </LinkButton>
    </p>
  )
}
