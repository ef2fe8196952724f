import type { ReactNode } from 'react'
import { LinkButton } from './button.tsx'
import { Field } from './field.tsx'
import { useFrame } from './frame.tsx'

/** Asks for an e-mail address or a mobile number; `account` also takes a username. */
export function AddressField(props: {
  name: 'email' | 'account'
  autoComplete: 'username' | 'email'
  start: string
  onFocus?: () => void
  /** Offers a field for mobile numbers in its place. */
  onMobile?: () => void
  /** Called with the first text and each change, so that another screen can begin with it. */
  onTyped: (text: string) => void
}): ReactNode {
  const { messages, settings } = useFrame()
  const { common } = messages
  const { onTyped } = props
  const isForPasskeys = props.autoComplete === 'username' && settings.hasPasskey
  const autoComplete = isForPasskeys ? 'username webauthn' : props.autoComplete
  return (
    <Field
      name={props.name}
      label={props.name === 'account' ? common.account : common.address}
      inputMode="email"
      autoComplete={autoComplete}
      required
      aside={props.onMobile && <LinkButton onClick={props.onMobile}>{common.useMobile}</LinkButton>}
      start={props.start}
      onFocus={props.onFocus}
      // At first: text may be older than React.
      inputRef={(input) => {
        if (!input) return
        // Markup that the loader draws is for pages with passkeys.
        input.autocomplete = autoComplete
        onTyped(input.value)
      }}
      onInput={(event) => {
        // The field may have got the focus before this listener existed.
        props.onFocus?.()
        onTyped(event.currentTarget.value)
      }}
    />
  )
}
