import type { ReactNode } from 'react'
import type { View } from '../../instance.ts'
import type { StartView } from '../../settings.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Tick } from '../../ui/tick.tsx'
import { partProps } from '../../ui/part-props.ts'
import { ViewLink } from '../../ui/view-link.tsx'

/** What is reached when there is nowhere else to go. */
export function DoneScreen(props: {
  outcome: Extract<View, { name: 'done' }>['outcome']
  onGo: (view: StartView) => void
}): ReactNode {
  const { settings, messages } = useFrame()
  const { common, session, thirdParty } = messages
  const { outcome } = props
  if (outcome.kind === 'signed-in') {
    const { user } = outcome
    const name = user.screen_name || user.name || user.email || user.mobile
    return (
      <div {...partProps('done')}>
        <Tick />
        <Heading hasFocus>{common.signedIn}</Heading>
        {name !== '' && <p {...partProps('text')}>{common.welcome(name)}</p>}
        {/* Such an address only signs in by password, and loses the account with it. */}
        {user.email !== '' && !user.email_collected && (
          <>
            <p {...partProps('text')}>{common.unproved(user.email)}</p>
            <LinkButton onClick={() => props.onGo('bind')}>{common.prove}</LinkButton>
          </>
        )}
        {settings.service !== '' && (
          <a {...partProps('button')} href={settings.service}>
            {common.backTo(URL.parse(settings.service, location.href)?.host ?? '')}
          </a>
        )}
      </div>
    )
  }
  if (outcome.kind === 'moved') {
    return (
      <div {...partProps('done')}>
        <Tick />
        <Heading hasFocus>{thirdParty.moved}</Heading>
        {outcome.destination !== '' && (
          <a {...partProps('button')} href={outcome.destination}>
            {session.proceed}
          </a>
        )}
      </div>
    )
  }
  const isKept = outcome.kind === 'kept'
  return (
    <div {...partProps('done')}>
      <Tick />
      <Heading hasFocus>{isKept ? common.kept : common.passwordSet}</Heading>
      <p {...partProps('text')}>{isKept ? common.keptText : common.passwordSetText}</p>
      <ViewLink to="login" part="button" onGo={props.onGo}>
        {common.signIn}
      </ViewLink>
    </div>
  )
}
