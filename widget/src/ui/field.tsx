import type { ComponentProps, ReactNode, RefCallback } from 'react'
import { useFrame } from './frame.tsx'

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
  /** What is wrong with the text of this field. */
  error?: string | undefined
  /** What the field holds when it appears; the person's typing is never overwritten. */
  start?: string
  /** Beside the label, such as a link. */
  aside?: ReactNode
  /** Inside the field, at its end. */
  inset?: ReactNode
  inputClass?: string
  inputRef?: RefCallback<HTMLInputElement>
}

/** A labelled field that leaves its text to the browser, so that early typing and autofill stay. */
export function Field({
  name,
  label,
  note,
  hint,
  error,
  start,
  aside,
  inset,
  inputClass,
  inputRef,
  ...input
}: FieldProps): ReactNode {
  const id = `${useFrame().prefix}-${name}`
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="pl-field" data-part="field">
      <div className="pl-label-row">
        <label className="pl-label" data-part="label" htmlFor={id}>
          {label}
          {note !== undefined && <span className="pl-note">{note}</span>}
        </label>
        {aside}
      </div>
      <div className="pl-input-box">
        <input
          {...input}
          className={inputClass === undefined ? 'pl-input' : `pl-input ${inputClass}`}
          data-part="input"
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
        <p className="pl-error" data-part="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p className="pl-hint" data-part="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
