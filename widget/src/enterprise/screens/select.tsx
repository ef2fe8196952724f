import type { ReactNode } from 'react'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'

type SelectProps = {
  name: string
  label: string
  hint?: string
  /** Shown for the empty value. */
  first?: string
  options: readonly { value: string; label: string }[]
  isDisabled?: boolean
} & (
  | { value: string; onChoose: (value: string) => void }
  /** Initial value of a form's field. */
  | { start: string }
)

export function Select(props: SelectProps): ReactNode {
  const { name, hint } = props
  const { prefix } = useFrame()
  const id = `${prefix}-${name}`
  return (
    <div {...partProps('field')}>
      <label {...partProps('label')} htmlFor={id}>
        {props.label}
      </label>
      <select
        {...partProps('input', 'select')}
        id={id}
        name={name}
        {...('start' in props ? { defaultValue: props.start } : { form: '', value: props.value })}
        disabled={props.isDisabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => {
          if ('onChoose' in props) props.onChoose(event.currentTarget.value)
        }}
      >
        {props.first !== undefined && <option value="">{props.first}</option>}
        {props.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p {...partProps('hint')} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
