import type { ReactNode } from 'react'
import type { Rejection } from '../../../base/views.ts'
import { helpAddress } from '../../flows/blocked.ts'
import type { StartView } from '../../../base/settings.ts'
import { useFrame, useMessages } from '../../../ui/frame.tsx'
import { Ending } from '../../../ui/head.tsx'
import { LogId } from '../../../ui/log-id.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { StatusIcon } from '../../../ui/status-icon.tsx'
import { ViewLink } from '../../../ui/view-link.tsx'

/** Says why an account cannot sign in and what to do. */
export function BlockedScreen(props: {
  rejection: Rejection
  /** Message of the rejection. */
  text: string
  onGo: (view: StartView) => void
}): ReactNode {
  const { settings } = useFrame()
  const t = useMessages().stopped
  const { name, logId } = props.rejection
  const help = helpAddress(props.rejection, settings.server)
  const advice = name === 'device_banned' ? t.elsewhere : t.mistake
  return (
    <Ending sign={<StatusIcon kind="stop" />} title={t.blocked} text={props.text}>
      {/* The message for frozen accounts already says what to do. */}
      {name !== 'frozen' && <p {...partProps('text')}>{advice}</p>}
      {help !== '' && (
        <a {...partProps('link')} href={help}>
          {name === 'account_banned' ? t.appeal : t.help}
        </a>
      )}
      <LogId logId={logId} />
      <ViewLink to="login" part="button" onGo={props.onGo}>
        {t.otherAccount}
      </ViewLink>
    </Ending>
  )
}
