import type { ComponentProps, ReactNode, Ref } from 'react'
import { useFrame } from './frame.tsx'
import { part } from './part.ts'

/** An input of the browser, without what would make React own its text. */
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
  /** What is wrong with the text of this field. */
  error?: string | undefined
  /** What the field holds when it appears; the person's typing is never overwritten. */
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
  error,
  start,
  aside,
  lead,
  inset,
  variant,
  inputRef,
  ...input
}: FieldProps): ReactNode {
  const { prefix } = useFrame()
  const id = `${prefix}-${name}`
  const described = [
    error && `${id}-error`,
    describedBy && `${prefix}-${describedBy}`,
    hint && `${id}-hint`,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <div {...part('field')}>
      <div {...part('label-row')}>
        <label {...part('label')} htmlFor={id}>
          {label}
          {note !== undefined && <span {...part('note')}>{note}</span>}
        </label>
        {aside}
      </div>
      <div {...part('input-box')}>
        {lead}
        <input
          {...input}
          {...part('input', ...(variant === undefined ? [] : [`input-${variant}`]))}
          id={id}
          name={name}
          defaultValue={start || undefined}
          ref={inputRef}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={described || undefined}
        />
        {inset}
      </div>
      {error !== undefined && (
        <p {...part('error')} id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p {...part('hint')} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
