import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Invitation } from '../../client/calls/invitations.ts'
import { invitationStates, type InvitationsFlow } from '../flows/invitations.ts'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { Filters } from './filters.tsx'
import { Select } from './select.tsx'
import { Blank, dateOf, useEnterprise, useRoles, WithRight } from './frame.tsx'
import { InvitationDialog, stateOf } from './invitation-dialog.tsx'
import { rolesShown } from './members.tsx'
import { Table } from './table.tsx'

/** The list of invitations. */
export function Invitations(props: { flow: InvitationsFlow; onMany: () => void }): ReactNode {
  const { flow } = props
  const { store, t } = useEnterprise()
  const step = useStore(flow.$step)
  const begin = store.may('invite.create') && (
    <div {...partProps('row-acts')}>
      <button
        type="button"
        {...partProps('small', 'small-main')}
        onClick={() => flow.go({ at: 'new' })}
      >
        {t.invitations.invite}
      </button>
      <RowButton onClick={props.onMany}>{t.invitations.inviteMany}</RowButton>
    </div>
  )
  return (
    <>
      {begin}
      <WithRight permission="invite.read" load={flow.query.load}>
        <InvitationTable flow={flow} />
      </WithRight>
      {step.at !== 'list' && <InvitationDialog flow={flow} step={step} />}
    </>
  )
}

function InvitationTable({ flow }: { flow: InvitationsFlow }): ReactNode {
  const { t } = useEnterprise()
  const { language } = useFrame().messages
  const { query } = flow
  const { nameOf } = useRoles()
  const filter = useStore(query.$filter)
  return (
    <>
      <Filters q={filter.q} onType={(q) => query.filter({ q }, true)}>
        <Select
          name="status"
          label={t.invitations.state}
          first={t.table.all}
          options={invitationStates.map((value) => ({
            value,
            label: t.invitations.states[value],
          }))}
          value={filter.status}
          onChoose={(status) =>
            query.filter({ status: invitationStates.find((one) => one === status) ?? '' })
          }
        />
      </Filters>
      <Table<Invitation, unknown>
        query={query}
        caption={t.invitations.title}
        keyOf={(row) => row.invitationId}
        nameOf={(row) => row.memberName}
        columns={[
          { label: t.invitations.name, cell: (row) => row.memberName },
          { label: t.invitations.address, cell: (row) => row.target },
          {
            label: t.invitations.rolesOf,
            cell: (row) =>
              rolesShown(['member', ...row.roles])
                .map(nameOf)
                .join(', '),
          },
          { label: t.invitations.until, cell: (row) => dateOf(row.expireTime, language) },
          { label: t.invitations.state, cell: (row) => stateOf(row, t.invitations.states) },
        ]}
        act={{
          text: t.table.edit,
          label: t.table.editOf,
          run: (invitation) => flow.go({ at: 'open', invitation }),
        }}
        empty={<Blank title={t.invitations.empty} text={t.invitations.emptyText} />}
        onClear={
          filter.q !== '' || !['', 'pending'].includes(filter.status)
            ? () => query.filter({ q: '', status: '' })
            : undefined
        }
      />
    </>
  )
}
