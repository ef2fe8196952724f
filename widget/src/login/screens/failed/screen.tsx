import type { ReactNode } from 'react'
import { clientErrors } from '#protocol/client-errors.ts'
import { rejectionText } from '../../../ui/flows/form-error.ts'
import type { Rejection } from '../../../base/views.ts'
import type { StartView } from '../../../base/settings.ts'
import { useMessages } from '../../../ui/frame.tsx'
import { Ending } from '../../../ui/head.tsx'
import { LogId } from '../../../ui/log-id.tsx'
import { StatusIcon } from '../../../ui/status-icon.tsx'
import { ViewLink } from '../../../ui/view-link.tsx'

/** Says why a call failed and leads back to the sign-in. */
export function FailedScreen(props: {
  rejection: Rejection
  onGo: (view: StartView) => void
}): ReactNode {
  const { rejection } = props
  const messages = useMessages()
  const { common, thirdParty: t } = messages
  const isClosed = rejection.name === clientErrors.secondVerify
  const text = rejectionText(isClosed ? { ...rejection, message: t.closed } : rejection, messages)
  return (
    <Ending sign={<StatusIcon kind="stop" />} title={t.failed} text={text}>
      <LogId logId={rejection.logId} />
      <ViewLink to="login" part="button" onGo={props.onGo}>
        {common.tryAgain}
      </ViewLink>
    </Ending>
  )
}
