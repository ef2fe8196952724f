import type { ReactNode } from 'react'
import { clientErrors } from '#protocol/client-errors.ts'
import { rejectionText } from '../../flows/form-error.ts'
import type { Rejection } from '../../instance.ts'
import type { StartView } from '../../settings.ts'
import { useMessages } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { partProps } from '../../ui/part-props.ts'
import { StatusIcon } from '../../ui/status-icon.tsx'
import { ViewLink } from '../../ui/view-link.tsx'

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
    <div {...partProps('done')}>
      <StatusIcon kind="stop" />
      <Heading hasFocus>{t.failed}</Heading>
      <p {...partProps('text')}>{text}</p>
      {rejection.name === 'server_error' && rejection.logId !== '' && (
        <p {...partProps('hint')}>{common.reference(rejection.logId)}</p>
      )}
      <ViewLink to="login" part="button" onGo={props.onGo}>
        {common.again}
      </ViewLink>
    </div>
  )
}
