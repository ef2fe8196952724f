import type { ReactNode } from 'react'
import type { CancelDeletionFlow } from '../../flows/cancel-deletion.ts'
import type { StartView } from '../../../base/settings.ts'
import { SubmitButton } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { useFrame, useMessages } from '../../../ui/frame.tsx'
import { Ending } from '../../../ui/head.tsx'
import { LogId } from '../../../ui/log-id.tsx'
import { StatusIcon } from '../../../ui/status-icon.tsx'
import { FootLink } from '../../../ui/view-link.tsx'
import { ActionError } from '../../../ui/form-error-notice.tsx'

const MS = 1000

/** Offers to cancel a scheduled deletion. */
export function CancelDeletionScreen(props: {
  flow: CancelDeletionFlow
  /** Message of the rejection. */
  text: string
  logId: string
  onGo: (view: StartView) => void
}): ReactNode {
  const { flow } = props
  const { language } = useFrame().settings
  const t = useMessages().stopped
  const closesAt = flow.closesAt * MS
  return (
    <>
      <Ending
        sign={<StatusIcon kind="wait" />}
        title={t.closing}
        text={
          closesAt > 0
            ? t.closesOn(new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(closesAt))
            : props.text
        }
      />
      <Form flow={flow} onSubmit={flow.keep}>
        <SubmitButton>{t.keep}</SubmitButton>
      </Form>
      <ActionError flow={flow} />
      <LogId logId={props.logId} />
      <FootLink to="login" onGo={props.onGo}>
        {t.otherAccount}
      </FootLink>
    </>
  )
}
