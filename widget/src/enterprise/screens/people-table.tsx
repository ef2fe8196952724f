import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Invitation } from '../../client/calls/invitations.ts'
import type { Member } from '../../client/calls/members.ts'
import { noFilter, type Person } from '../flows/people.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { Logo } from '../../ui/logo.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowMenu, type MenuItem } from '../../ui/row-menu.tsx'
import { Blank, dateOf, useEnterprise, useOrganization, useRoles } from './frame.tsx'
import { stateOf } from './invitation-dialog.tsx'
import { useProtection } from './member-dialog.tsx'
import type { PeopleFlows } from './people.tsx'
import { Table } from './table.tsx'

export function PeopleTable({ flows }: { flows: PeopleFlows }): ReactNode {
  const { people, members, invitations } = flows
  const { store, t } = useEnterprise()
  const { language } = useFrame().messages
  const { nameOf } = useRoles()
  const addressOf = useAddress()
  const menuOf = useMenu(flows)
  const chosen = useStore(members.$chosen)
  const { q, state, role } = useStore(people.$filter)
  const isFiltered = q !== '' || state !== '' || role !== ''
  const mayChange = ['deputy.freeze', 'deputy.delete', 'role.assign'].some(store.may)
  return (
    <Table<Person, unknown>
      query={people}
      caption={t.members.title}
      keyOf={(row) =>
        row.kind === 'member' ? row.member.membershipId : `i${row.invitation.invitationId}`
      }
      nameOf={nameOfPerson}
      columns={[
        { label: t.members.name, cell: (row) => <Name row={row} address={addressOf(row)} /> },
        {
          label: t.members.rolesOf,
          cell: (row) =>
            rolesShown(
              row.kind === 'member' ? row.member.roles : ['member', ...row.invitation.roles],
            )
              .map(nameOf)
              .join(t.comma),
        },
        {
          label: t.members.lastSeen,
          cell: (row) =>
            row.kind === 'member' ? dateOf(row.member.lastSignInTime, language) || t.never : '',
        },
        { label: t.members.state, cell: (row) => <State row={row} /> },
      ]}
      choice={
        mayChange
          ? {
              can: (row) => row.kind === 'member',
              has: (row) => row.kind === 'member' && chosen.has(row.member.membershipId),
              choose: (rows, isOn) =>
                members.choose(
                  rows.flatMap((row) => (row.kind === 'member' ? row.member : [])),
                  isOn,
                ),
            }
          : undefined
      }
      onOpen={(row) =>
        row.kind === 'member'
          ? members.open(row.member)
          : invitations.go({ at: 'open', invitation: row.invitation })
      }
      acts={(row) => (
        <RowMenu label={t.members.actionsFor(nameOfPerson(row))} items={menuOf(row)} />
      )}
      empty={
        <Blank title={t.members.empty} text={t.members.emptyText}>
          {store.may('invite.create') && (
            <LinkButton onClick={() => invitations.go({ at: 'new' })}>
              {t.invitations.invite}
            </LinkButton>
          )}
        </Blank>
      }
      onClear={isFiltered ? () => people.filter(noFilter) : undefined}
    />
  )
}

function Name({ row, address }: { row: Person; address: string }): ReactNode {
  const { t } = useEnterprise()
  const { user } = useOrganization()
  const name = nameOfPerson(row)
  const isSelf = row.kind === 'member' && row.member.membershipId === user.membershipId
  return (
    <span {...partProps('person')}>
      <Logo url="" name={name} part="member-sign" />
      <span>
        <bdi>{name}</bdi>
        {isSelf && <span {...partProps('note')}> {t.members.you}</span>}
        {address !== '' && <span {...partProps('person-address')}>{address}</span>}
      </span>
    </span>
  )
}

function State({ row }: { row: Person }): ReactNode {
  const { t } = useEnterprise()
  const { language } = useFrame().messages
  if (row.kind === 'member') {
    const { isFrozen } = row.member
    return isFrozen ? (
      <span {...partProps('badge', 'badge-warn')}>{t.members.states.frozen}</span>
    ) : (
      t.members.states.active
    )
  }
  const { invitation } = row
  const { status, expireTime } = invitation
  return (
    <>
      <span {...partProps('badge', 'badge-quiet')}>
        {stateOf(invitation, t.invitations.states)}
      </span>
      {status === 'pending' && (
        <span {...partProps('person-address')}>
          {t.invitations.validUntil(dateOf(expireTime, language))}
        </span>
      )}
    </>
  )
}

function nameOfPerson(row: Person): string {
  return row.kind === 'member' ? row.member.memberName : row.invitation.memberName
}

/** Returns the address of a person, empty for those who may not see it. */
function useAddress(): (row: Person) => string {
  const { user } = useOrganization()
  const { store } = useEnterprise()
  return (row) => {
    if (row.kind === 'invitation') return row.invitation.target
    if (!store.may('deputy.update')) return ''
    const { email, mobile, membershipId: id } = row.member
    // Who founded it was not invited by an address, but knows the own one.
    return email || mobile || (id === user.membershipId ? user.email || user.mobile : '')
  }
}

/** Returns the actions that the person may take on a row. */
function useMenu({ members, invitations }: PeopleFlows): (row: Person) => MenuItem[] {
  const { store, t } = useEnterprise()
  const addressOf = useAddress()
  const protectionOf = useProtection()
  const copy = (text: string): MenuItem => ({
    text: t.members.copyAddress,
    run: () => {
      navigator.clipboard?.writeText(text).then(
        () => store.showNotice(t.copied),
        () => undefined,
      )
    },
  })
  const ofMember = (member: Member): MenuItem[] => {
    if (protectionOf(member) !== '') return []
    const { isFrozen } = member
    const { freeze, unfreeze, remove } = t.members
    return [
      ...(store.may('deputy.freeze')
        ? [
            {
              text: (isFrozen ? unfreeze : freeze).button,
              run: () => members.askFreeze([member], !isFrozen),
            },
          ]
        : []),
      ...(store.may('deputy.delete')
        ? [{ text: remove.button, isDanger: true, run: () => members.askRemove([member]) }]
        : []),
    ]
  }
  const ofInvitation = (invitation: Invitation): MenuItem[] => {
    if (invitation.status !== 'pending' && invitation.status !== 'expired') return []
    return [
      ...(store.may('invite.resend')
        ? [
            {
              text: t.invitations.resend,
              run: () => {
                // The dialog shows the new link, or until when it has to wait.
                invitations.go({ at: 'open', invitation })
                void invitations.resend(invitation)
              },
            },
          ]
        : []),
      ...(store.may('invite.cancel')
        ? [
            {
              text: t.invitations.cancel.button,
              isDanger: true,
              run: () => invitations.askCancel(invitation),
            },
          ]
        : []),
    ]
  }
  return (row) => {
    const address = addressOf(row)
    return [
      ...(address === '' ? [] : [copy(address)]),
      ...(row.kind === 'member' ? ofMember(row.member) : ofInvitation(row.invitation)),
    ]
  }
}

/** Leaves out the role `member`, which everybody has, unless it is the only one. */
function rolesShown(roles: readonly string[]): readonly string[] {
  const more = roles.filter((key) => key !== 'member')
  return more.length > 0 ? more : roles
}
