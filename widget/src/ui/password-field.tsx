import { useState, type ReactNode } from 'react'
import { Field } from './field.tsx'
import { useMessages } from './frame.tsx'
import { partProps } from './part-props.ts'

/** A password field with a button that shows the typed text. */
export function PasswordField(props: {
  kind: 'current' | 'new'
  /** Of the field and for the person, where a form has two. */
  name?: string
  label?: string
  aside?: ReactNode
  onFocus?: () => void
}): ReactNode {
  const { common } = useMessages()
  const [isShown, setShown] = useState(false)
  const isNew = props.kind === 'new'
  return (
    <Field
      name={props.name ?? 'password'}
      label={props.label ?? (isNew ? common.newPassword : common.password)}
      type={isShown ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      required
      hint={isNew ? common.passwordHint : undefined}
      aside={props.aside}
      variant="inset"
      onFocus={props.onFocus}
      inset={
        <button
          type="button"
          {...partProps('show', 'scripted')}
          aria-pressed={isShown}
          aria-label={common.showPassword}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? common.hide : common.show}
        </button>
      }
    />
  )
}
