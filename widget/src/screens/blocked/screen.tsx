import type { ReactNode } from 'react'
import type { Refused } from '../../instance.ts'
import type { StartView } from '../../settings.ts'
import { useFrame, useMessages } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { part } from '../../ui/part.ts'
import { Sign } from '../../ui/sign.tsx'

/** Says why an account may not sign in, what can be done about it, and leads back. */
export function BlockedScreen(props: {
  refusal: Refused
  /** What the refusal means, in words. */
  text: string
  onGo: (view: StartView) => void
}): ReactNode {
  const { settings, messages } = useFrame()
  const words = useMessages().stopped
  const { name, data, logId } = props.refusal
  const advice = name === 'device_banned' ? words.elsewhere : words.mistake
  return (
    <div {...part('done')}>
      <Sign kind="stop" />
      <Heading hasFocus>{words.blocked}</Heading>
      <p {...part('text')}>{props.text}</p>
      {/* What is said about frozen accounts says what to do. */}
      {name !== 'frozen' && <p {...part('text')}>{advice}</p>}
      {typeof data.desc_url === 'string' && (
        <a {...part('link')} href={settings.server + data.desc_url}>
          {words.appeal}
        </a>
      )}
      {logId !== '' && <p {...part('hint')}>{messages.common.reference(logId)}</p>}
      <button type="button" {...part('button')} onClick={() => props.onGo('login')}>
        {words.other}
      </button>
    </div>
  )
}
