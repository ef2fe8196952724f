import type { ReactNode } from 'react'
import { LinkButton } from './button.tsx'
import { useFrame, useMessages } from './frame.tsx'
import { partProps } from './part-props.ts'
import { ResendLink } from './resend-link.tsx'

/** Renders the account of a new password, hidden, for password managers. */
export function HiddenAccount({ address }: { address: string }): ReactNode {
  const { common } = useMessages()
  return (
    <input
      {...partProps('hidden')}
      name="email"
      autoComplete="username"
      aria-label={common.address}
      tabIndex={-1}
      readOnly
      value={address}
    />
  )
}

/** Says where a code went, and offers another address or another code. */
export function CodeSent(props: {
  /** The address as typed: password managers look for it beside a password. */
  address: string
  sentTo: string
  wasRefused: boolean | undefined
  resendIn: number
  onResend: () => void
  /** Has the code read out in a call, where that is offered. */
  onCall?: (() => void) | undefined
  onRestart: () => void
}): ReactNode {
  const { prefix, messages } = useFrame()
  const { common } = messages
  return (
    <div {...partProps('sent')}>
      <p {...partProps('text')} id={`${prefix}-sent`}>
        {common.codeSent(props.sentTo, props.wasRefused)}
      </p>
      <HiddenAccount address={props.address} />
      <div {...partProps('links')}>
        <ResendLink {...props} onClick={props.onResend} />
        {props.onCall && (
          <LinkButton onClick={props.onCall} isDisabled={props.resendIn > 0}>
            {common.call}
          </LinkButton>
        )}
        <LinkButton onClick={props.onRestart}>{common.changeAddress}</LinkButton>
      </div>
    </div>
  )
}
