import type { ReactNode } from 'react'
import { assignableRoles, missingPermissions } from '../flows/roles.ts'
import { useFieldError } from '../../ui/form-state.ts'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { rightName, useEnterprise, useOrganization, useRoles } from './frame.tsx'

/** Check boxes of roles; those that the person may not give are disabled with a reason. */
export function RoleChoice({ chosen }: { chosen: readonly string[] }): ReactNode {
  const { t } = useEnterprise()
  const { rights } = useOrganization()
  const { list, nameOf } = useRoles()
  const roles = assignableRoles(list)
  if (roles.length === 0) return null
  return (
    <Choices legend={t.members.rolesOf}>
      {roles.map((role) => {
        const lacked = missingPermissions(role, rights.permissions)
        const { roleKey: key } = role
        const reason =
          lacked.length > 0
            ? t.roles.lacks(lacked.map((one) => rightName(one, t)).join(t.comma))
            : ''
        return (
          <CheckBox key={key} name="roles" value={key} isOn={chosen.includes(key)} reason={reason}>
            {nameOf(key)}
            {/* Those that were not asked about stay as they are. */}
            {reason === '' && <input type="hidden" name="asked" value={key} />}
          </CheckBox>
        )
      })}
    </Choices>
  )
}

/** A group of boxes with a legend. */
export function Choices(props: {
  legend: string | undefined
  isDisabled?: boolean
  children: ReactNode
}): ReactNode {
  return (
    <fieldset {...partProps('choices')} disabled={props.isDisabled}>
      <legend {...partProps('label')}>{props.legend}</legend>
      {props.children}
    </fieldset>
  )
}

/** A check box, disabled with a reason if there is one. */
export function CheckBox(props: {
  name: string
  value: string
  isOn: boolean
  /** Empty if the box is enabled. */
  reason: string
  children: ReactNode
}): ReactNode {
  const { prefix } = useFrame()
  const { name, value, isOn, reason } = props
  const id = `${prefix}-${name}-${value}`
  return (
    <>
      <label {...partProps('choice', reason !== '' && 'choice-off')}>
        <input
          type="checkbox"
          name={name}
          value={value}
          defaultChecked={isOn}
          aria-disabled={reason !== '' || undefined}
          aria-describedby={reason === '' ? undefined : id}
          // Stays focusable, so that screen readers announce the reason.
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

/** The error of a group of boxes in a form. */
export function GroupError({ name }: { name: string }): ReactNode {
  const error = useFieldError(name)
  return (
    error !== undefined && (
      <p {...partProps('error')} role="alert">
        {error}
      </p>
    )
  )
}
