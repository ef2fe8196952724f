import type { ReactNode } from 'react'
import type { View } from '../../instance.ts'
import type { StartView } from '../../settings.ts'
import { useFrame } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Tick } from '../../ui/tick.tsx'

/** What is reached when there is nowhere else to go. */
export function DoneScreen(props: {
  outcome: Extract<View, { name: 'done' }>['outcome']
  onGo: (view: StartView) => void
}): ReactNode {
  const { messages } = useFrame().texts
  const { outcome } = props
  if (outcome.kind === 'signed-in') {
    const { user } = outcome
    return (
      <div className="pl-done" data-part="done">
        <Tick />
        <Heading hasFocus>{messages.signedIn}</Heading>
        <p className="pl-text">{messages.welcome(user.screen_name || user.name)}</p>
      </div>
    )
  }
  return (
    <div className="pl-done" data-part="done">
      <Tick />
      <Heading hasFocus>{messages.passwordSet}</Heading>
      <p className="pl-text">{messages.passwordSetText}</p>
      <button
        type="button"
        className="pl-button"
        data-part="submit"
        onClick={() => props.onGo('login')}
      >
        {messages.signIn}
      </button>
    </div>
  )
}
