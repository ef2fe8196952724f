import type { ReactNode } from 'react'
import type { View } from '../../../base/views.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { useFrame } from '../../../ui/frame.tsx'
import { Ending } from '../../../ui/head.tsx'
import { Tick } from '../../../ui/tick.tsx'
import { partProps } from '../../../ui/part-props.ts'

/** Shown after a sign-in without a return URL. */
export function DoneScreen(props: {
  view: Extract<View, { name: 'done' }>
  onConfirm: () => void
}): ReactNode {
  const { settings, messages } = useFrame()
  const { common } = messages
  const { person, result } = props.view
  const { title, text } =
    result === undefined
      ? { title: common.signedIn, text: '' }
      : result === 'kept'
        ? { title: common.kept, text: common.keptText }
        : { title: common.passwordSet, text: common.passwordSetText }
  const { shownName: name, email } = person
  return (
    <Ending sign={<Tick />} title={title}>
      {text !== '' && <p {...partProps('text')}>{text}</p>}
      {name !== '' && <p {...partProps('text')}>{common.welcome(name)}</p>}
      {/* An unconfirmed address signs in by password only, and is lost with it. */}
      {person.isEmailOpen && (
        <>
          <p {...partProps('text')}>{common.unproved(email)}</p>
          <LinkButton onClick={props.onConfirm}>{common.prove}</LinkButton>
        </>
      )}
      {settings.service !== '' && (
        <a {...partProps('button')} href={settings.service}>
          {common.backTo(URL.parse(settings.service, location.href)?.host ?? '')}
        </a>
      )}
    </Ending>
  )
}
