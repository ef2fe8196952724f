import type { ReactNode } from 'react'
import type { Rejection } from '../../instance.ts'
import type { StartView } from '../../settings.ts'
import { useFrame, useMessages } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { partProps } from '../../ui/part-props.ts'
import { StatusIcon } from '../../ui/status-icon.tsx'
import { ViewLink } from '../../ui/view-link.tsx'

/** Says why an account cannot sign in and what to do. */
export function BlockedScreen(props: {
  rejection: Rejection
  /** Message of the rejection. */
  text: string
  onGo: (view: StartView) => void
}): ReactNode {
  const { settings, messages } = useFrame()
  const t = useMessages().stopped
  const { name, data, logId } = props.rejection
  const advice = name === 'device_banned' ? t.elsewhere : t.mistake
  return (
    <div {...partProps('done')}>
      <StatusIcon kind="stop" />
      <Heading hasFocus>{t.blocked}</Heading>
      <p {...partProps('text')}>{props.text}</p>
      {/* The message for frozen accounts already says what to do. */}
      {name !== 'frozen' && <p {...partProps('text')}>{advice}</p>}
      {typeof data.desc_url === 'string' && data.desc_url !== '' && (
        <a {...partProps('link')} href={addressOf(data.desc_url, settings.server)}>
          {name === 'account_banned' ? t.appeal : t.help}
        </a>
      )}
      {logId !== '' && <p {...partProps('hint')}>{messages.common.reference(logId)}</p>}
      <ViewLink to="login" part="button" onGo={props.onGo}>
        {t.other}
      </ViewLink>
    </div>
  )
}

// Resolves a path of the account server; other addresses are absolute.
function addressOf(url: string, server: string): string {
  return url.startsWith('/') ? server + url : url
}
