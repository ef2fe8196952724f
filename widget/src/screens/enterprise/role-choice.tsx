import type { ReactNode } from 'react'
import { givenRoles, lackedOf } from '../../flows/enterprise/roles.ts'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { rightName, useEnterprise, useOrganization, useRoles } from './frame.tsx'

/** Roles to give; those that the person may not give say why. */
export function RoleChoice({ chosen }: { chosen: readonly string[] }): ReactNode {
  const { t } = useEnterprise()
  const { rights } = useOrganization()
  const { list, nameOf } = useRoles()
  const roles = givenRoles(list)
  if (roles.length === 0) return null
  return (
    <fieldset {...partProps('choices')}>
      <legend {...partProps('label')}>{t.members.rolesOf}</legend>
      {roles.map((role) => {
        const lacked = lackedOf(role, rights.permissions)
        const { role_key: key } = role
        const reason =
          lacked.length > 0 ? t.roles.lacks(lacked.map((one) => rightName(one, t)).join(', ')) : ''
        return (
          <Tick key={key} name="roles" value={key} isOn={chosen.includes(key)} reason={reason}>
            {nameOf(key)}
            {/* Those that were not asked about stay as they are. */}
            {reason === '' && <input type="hidden" name="asked" value={key} />}
          </Tick>
        )
      })}
    </fieldset>
  )
}

/** A box to tick; where it cannot be, it says why. */
export function Tick(props: {
  name: string
  value: string
  isOn: boolean
  /** Empty where it can be ticked. */
  reason: string
  children: ReactNode
}): ReactNode {
  const { prefix } = useFrame()
  const { name, value, isOn, reason } = props
  const id = `${prefix}-${name}-${value}`
  return (
    <>
      <label {...partProps('choice', ...(reason === '' ? [] : ['choice-off']))}>
        <input
          type="checkbox"
          name={name}
          value={value}
          defaultChecked={isOn}
          aria-disabled={reason !== '' || undefined}
          aria-describedby={reason === '' ? undefined : id}
          // Still reached by the keyboard, so that the reason is heard.
          onClick={(event) => {
            if (reason !== '') event.preventDefault()
          }}
        />
        <span>{props.children}</span>
      </label>
      {reason !== '' && (
        <p {...partProps('hint', 'why')} id={id}>
          {reason}
        </p>
      )}
    </>
  )
}
