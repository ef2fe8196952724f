import type { ReactNode } from 'react'
import type { Rejection } from '../../instance.ts'
import type { StartView } from '../../settings.ts'
import { useFrame, useMessages } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { partProps } from '../../ui/part-props.ts'
import { Sign } from '../../ui/sign.tsx'

/** Says why an account may not sign in, what can be done about it, and leads back. */
export function BlockedScreen(props: {
  rejection: Rejection
  /** What the refusal means, in words. */
  text: string
  onGo: (view: StartView) => void
}): ReactNode {
  const { settings, messages } = useFrame()
  const words = useMessages().stopped
  const { name, data, logId } = props.rejection
  const advice = name === 'device_banned' ? words.elsewhere : words.mistake
  return (
    <div {...partProps('done')}>
      <Sign kind="stop" />
      <Heading hasFocus>{words.blocked}</Heading>
      <p {...partProps('text')}>{props.text}</p>
      {/* What is said about frozen accounts says what to do. */}
      {name !== 'frozen' && <p {...partProps('text')}>{advice}</p>}
      {typeof data.desc_url === 'string' && (
        <a {...partProps('link')} href={settings.server + data.desc_url}>
          {words.appeal}
        </a>
      )}
      {logId !== '' && <p {...partProps('hint')}>{messages.common.reference(logId)}</p>}
      <button type="button" {...partProps('button')} onClick={() => props.onGo('login')}>
        {words.other}
      </button>
    </div>
  )
}
