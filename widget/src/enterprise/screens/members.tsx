import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Member } from '../../client/calls/members.ts'
import { MOST_SELECTED, type MembersFlow } from '../flows/members.ts'
import { grantableRoles } from '../flows/roles.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { ActionError } from '../../ui/form-error-notice.tsx'
import { Filters } from './filters.tsx'
import { Select } from './select.tsx'
import { Blank, dateOf, useEnterprise, useOrganization, useRoles, WithRight } from './frame.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { Table } from './table.tsx'

/** The list of members. */
export function Members({
  flow,
  onInvite,
}: {
  flow: MembersFlow
  onInvite: () => void
}): ReactNode {
  const { t } = useEnterprise()
  const open = useStore(flow.$open)
  return (
    <WithRight permission="deputy.read" load={flow.query.load}>
      <MemberFilters flow={flow} />
      <Chosen flow={flow} />
      <MemberTable
        flow={flow}
        empty={
          <Blank title={t.members.empty} text={t.members.emptyText}>
            <LinkButton onClick={onInvite}>{t.invitations.invite}</LinkButton>
          </Blank>
        }
      />
      {open && <MemberDialog key={open.membershipId} flow={flow} member={open} />}
    </WithRight>
  )
}

function MemberFilters({ flow }: { flow: MembersFlow }): ReactNode {
  const { t } = useEnterprise()
  const { query } = flow
  const filter = useStore(query.$filter)
  const { list, nameOf } = useRoles()
  return (
    <Filters q={filter.q} onType={(q) => query.filter({ q }, true)}>
      <Select
        name="status"
        label={t.members.state}
        first={t.table.all}
        options={(['active', 'frozen'] as const).map((value) => ({
          value,
          label: t.members.states[value],
        }))}
        value={filter.status}
        onChoose={(status) =>
          query.filter({ status: status === 'active' || status === 'frozen' ? status : '' })
        }
      />
      <Select
        name="role"
        label={t.members.rolesOf}
        first={t.table.all}
        options={list.map(({ roleKey: value }) => ({ value, label: nameOf(value) }))}
        value={filter.role}
        onChoose={(role) => query.filter({ role })}
      />
    </Filters>
  )
}

function MemberTable({ flow, empty }: { flow: MembersFlow; empty: ReactNode }): ReactNode {
  const { store, t } = useEnterprise()
  const { language } = useFrame().messages
  const { query } = flow
  const { user, rights } = useOrganization()
  const { nameOf } = useRoles()
  const chosen = useStore(flow.$chosen)
  const { q, status, role } = useStore(query.$filter)
  const isFiltered = q !== '' || status !== '' || role !== ''
  // Who founded it was not invited by an address, but knows the own one.
  const addressOf = ({ email, mobile, membershipId: id }: Member): string =>
    email || mobile || (id === user.membershipId ? user.email || user.mobile : '')
  const mayChange = ['deputy.freeze', 'deputy.delete', 'role.assign'].some((one) =>
    rights.permissions.has(one),
  )
  return (
    <Table<Member, unknown>
      query={query}
      caption={t.members.title}
      keyOf={(row) => row.membershipId}
      nameOf={(row) => row.memberName}
      columns={[
        {
          label: t.members.name,
          cell: (row) => (
            <>
              {row.memberName}
              {row.membershipId === user.membershipId && (
                <span {...partProps('note')}> {t.members.you}</span>
              )}
            </>
          ),
        },
        ...(store.may('deputy.update')
          ? [{ label: t.members.address, cell: (row: Member) => addressOf(row) || '–' }]
          : []),
        { label: t.members.rolesOf, cell: (row) => rolesShown(row.roles).map(nameOf).join(', ') },
        {
          label: t.members.lastSeen,
          cell: (row) => dateOf(row.lastSignInTime, language) || t.never,
        },
        {
          label: t.members.state,
          cell: (row) =>
            row.isFrozen ? (
              <span {...partProps('badge', 'badge-warn')}>{t.members.states.frozen}</span>
            ) : (
              t.members.states.active
            ),
        },
      ]}
      choice={
        mayChange ? { has: (row) => chosen.has(row.membershipId), choose: flow.choose } : undefined
      }
      act={{ text: t.table.edit, label: t.table.editOf, run: flow.open }}
      empty={empty}
      onClear={isFiltered ? () => query.filter({ q: '', status: '', role: '' }) : undefined}
    />
  )
}

/** Leaves out the role `member`, which everybody has, unless it is the only one. */
export function rolesShown(roles: readonly string[]): readonly string[] {
  const more = roles.filter((key) => key !== 'member')
  return more.length > 0 ? more : roles
}

function Chosen({ flow }: { flow: MembersFlow }): ReactNode {
  const { store, t } = useEnterprise()
  const chosen = useStore(flow.$chosen)
  const { total } = useStore(flow.query.$state)
  const isOpen = useStore(flow.$open) !== undefined
  const { list, nameOf } = useRoles()
  const { rights } = useOrganization()
  if (chosen.size === 0) return null
  const members = [...chosen.values()]
  const roles = grantableRoles(list, rights.permissions)
  const options = roles.map(({ roleKey: value }) => ({ value, label: nameOf(value) }))
  const askRole = (key: string, isGiven: boolean): void => {
    const role = roles.find((one) => one.roleKey === key)
    if (role) flow.askRole(members, role, isGiven)
  }
  return (
    <fieldset {...partProps('chosen')} aria-label={t.table.chosen(chosen.size)}>
      <div {...partProps('chosen-count')}>
        <output {...partProps('subheading')}>{t.table.chosen(chosen.size)}</output>
        {chosen.size < Math.min(total, MOST_SELECTED) && (
          <LinkButton onClick={() => void flow.chooseAll()}>
            {total > MOST_SELECTED ? t.table.chooseFirst(MOST_SELECTED) : t.table.chooseAll(total)}
          </LinkButton>
        )}
        <LinkButton onClick={flow.chooseNone}>{t.table.chooseNone}</LinkButton>
      </div>
      <div {...partProps('row-acts')}>
        {store.may('deputy.freeze') && (
          <>
            <RowButton onClick={() => flow.askFreeze(members, true)}>
              {t.members.freeze.button}
            </RowButton>
            <RowButton onClick={() => flow.askFreeze(members, false)}>
              {t.members.unfreeze.button}
            </RowButton>
          </>
        )}
        {store.may('deputy.delete') && (
          <RowButton isDanger onClick={() => flow.askRemove(members)}>
            {t.members.remove.button}
          </RowButton>
        )}
      </div>
      {store.may('role.assign') && roles.length > 0 && (
        <div {...partProps('filters')}>
          <Select
            name="give"
            label={t.members.giveRole}
            first="–"
            options={options}
            value=""
            onChoose={(key) => askRole(key, true)}
          />
          <Select
            name="take"
            label={t.members.takeRole}
            first="–"
            options={options}
            value=""
            onChoose={(key) => askRole(key, false)}
          />
        </div>
      )}
      {!isOpen && <ActionError flow={flow} />}
    </fieldset>
  )
}
