import type { ReactNode } from 'react'
import type { View } from '../../instance.ts'
import type { StartView } from '../../settings.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Tick } from '../../ui/tick.tsx'
import { partProps } from '../../ui/part-props.ts'

/** Shown after a sign-in without a return URL. */
export function DoneScreen(props: {
  view: Extract<View, { name: 'done' }>
  onGo: (view: StartView) => void
}): ReactNode {
  const { settings, messages } = useFrame()
  const { common } = messages
  const { user, result } = props.view
  const { title, text } =
    result === undefined
      ? { title: common.signedIn, text: '' }
      : result === 'kept'
        ? { title: common.kept, text: common.keptText }
        : { title: common.passwordSet, text: common.passwordSetText }
  const name = user.screen_name || user.name || user.email || user.mobile
  return (
    <div {...partProps('done')}>
      <Tick />
      <Heading hasFocus>{title}</Heading>
      {text !== '' && <p {...partProps('text')}>{text}</p>}
      {name !== '' && <p {...partProps('text')}>{common.welcome(name)}</p>}
      {/* An unconfirmed address signs in by password only, and is lost with it. */}
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
