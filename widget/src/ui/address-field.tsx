import type { ReactNode } from 'react'
import { Field } from './field.tsx'
import { useFrame } from './frame.tsx'

/** Asks for an e-mail address or a mobile number; `account` also takes a user name. */
export function AddressField(props: {
  name: 'email' | 'account'
  autoComplete: 'username' | 'email'
  start: string
  error?: string | undefined
  onFocus?: () => void
  /** Called with the text when the field goes away, so that another screen can begin with it. */
  onLeave: (text: string) => void
}): ReactNode {
  const { messages } = useFrame().texts
  const { onLeave } = props
  return (
    <Field
      name={props.name}
      label={props.name === 'account' ? messages.account : messages.address}
      inputMode="email"
      autoComplete={props.autoComplete}
      required
      start={props.start}
      error={props.error}
      onFocus={props.onFocus}
      inputRef={(input) => () => {
        if (input) onLeave(input.value)
      }}
    />
  )
}
