import type { ReactNode } from 'react'
import type { View } from '../../instance.ts'
import type { StartView } from '../../settings.ts'
import { useFrame } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Tick } from '../../ui/tick.tsx'
import { part } from '../../ui/part.ts'

/** What is reached when there is nowhere else to go. */
export function DoneScreen(props: {
  outcome: Extract<View, { name: 'done' }>['outcome']
  onGo: (view: StartView) => void
}): ReactNode {
  const { messages } = useFrame().texts
  const { outcome } = props
  if (outcome.kind === 'signed-in') {
    const { user } = outcome
    const name = user.screen_name || user.name || user.email || user.mobile
    return (
      <div {...part('done')}>
        <Tick />
        <Heading hasFocus>{messages.signedIn}</Heading>
        {name !== '' && <p {...part('text')}>{messages.welcome(name)}</p>}
      </div>
    )
  }
  const isKept = outcome.kind === 'kept'
  return (
    <div {...part('done')}>
      <Tick />
      <Heading hasFocus>{isKept ? messages.kept : messages.passwordSet}</Heading>
      <p {...part('text')}>{isKept ? messages.keptText : messages.passwordSetText}</p>
      <button type="button" {...part('button')} onClick={() => props.onGo('login')}>
        {messages.signIn}
      </button>
    </div>
  )
}
