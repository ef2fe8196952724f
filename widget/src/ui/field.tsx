import type { ComponentProps, ReactNode, Ref } from 'react'
import { useFieldError } from './form-state.ts'
import { useFrame } from './frame.tsx'
import { FieldError } from './field-error.tsx'
import { partProps } from './part-props.ts'

/** An uncontrolled input: the browser holds its text, not React. */
type InputProps = Omit<
  ComponentProps<'input'>,
  'id' | 'name' | 'value' | 'defaultValue' | 'className' | 'children' | 'ref'
>

/** Props of a labelled text field. */
export interface FieldProps extends InputProps {
  name: string
  label: string
  /** Set apart from the label, such as "optional". */
  note?: string
  hint?: ReactNode
  /** Name of a part outside that describes the field too. */
  describedBy?: string
  /** In place of the form's error of this name; false for none. */
  error?: string | false | undefined
  /** Initial text; it never overwrites what the person typed. */
  start?: string
  /** Beside the label, such as a link. */
  aside?: ReactNode
  /** Inside the field, at its beginning. */
  lead?: ReactNode
  /** Inside the field, at its end. */
  inset?: ReactNode
  variant?: 'inset' | 'code' | 'mobile'
  inputRef?: Ref<HTMLInputElement>
}

/** A labelled field that leaves its text to the browser, so that early typing and autofill stay. */
export function Field({
  name,
  label,
  note,
  hint,
  describedBy,
  error: own,
  start,
  aside,
  lead,
  inset,
  variant,
  inputRef,
  ...input
}: FieldProps): ReactNode {
  const { prefix } = useFrame()
  const ofForm = useFieldError(name)
  const error = own ?? ofForm
  const id = `${prefix}-${name}`
  const described = [
    error && `${id}-error`,
    describedBy && `${prefix}-${describedBy}`,
    hint && `${id}-hint`,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <div {...partProps('field')}>
      <div {...partProps('label-row')}>
        <label {...partProps('label')} htmlFor={id}>
          {label}
          {note !== undefined && <span {...partProps('note')}>{note}</span>}
        </label>
        {aside}
      </div>
      <div {...partProps('input-box')}>
        {lead}
        <input
          {...input}
          {...partProps('input', variant && `input-${variant}`)}
          id={id}
          name={name}
          defaultValue={start || undefined}
          ref={inputRef}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {inset}
      </div>
      {/* The last digit or Enter sends a code from within the field, which then has the focus already. */}
      <FieldError id={id} error={error} isAlert={name === 'code'} />
      {hint !== undefined && (
        <p {...partProps('hint')} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
