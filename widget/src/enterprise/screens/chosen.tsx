import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { MOST_SELECTED, type MembersFlow } from '../flows/members.ts'
import type { PeopleQuery } from '../flows/people.ts'
import { grantableRoles } from '../flows/roles.ts'
import { LinkButton } from '../../ui/button.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { ActionError } from '../../ui/form-error-notice.tsx'
import { useEnterprise, useOrganization, useRoles } from './frame.tsx'
import { Select } from './select.tsx'

/** What can be done with the members that are selected. */
export function Chosen({ flow, people }: { flow: MembersFlow; people: PeopleQuery }): ReactNode {
  const { store, t } = useEnterprise()
  const chosen = useStore(flow.$chosen)
  const { members: total } = useStore(people.$found)
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
          {(['give', 'take'] as const).map((name) => (
            <Select
              key={name}
              name={name}
              label={name === 'give' ? t.members.giveRole : t.members.takeRole}
              first="–"
              options={options}
              value=""
              onChoose={(key) => askRole(key, name === 'give')}
            />
          ))}
        </div>
      )}
      {!isOpen && <ActionError flow={flow} />}
    </fieldset>
  )
}
