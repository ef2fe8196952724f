import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { CancelDeletionFlow } from '../../flows/cancel-deletion.ts'
import type { Rejection } from '../../instance.ts'
import type { StartView } from '../../settings.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { useFrame, useMessages } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { partProps } from '../../ui/part-props.ts'
import { StatusIcon } from '../../ui/status-icon.tsx'
import { ViewLink } from '../../ui/view-link.tsx'
import { FormErrorText } from '../form-error-notice.tsx'

const MS = 1000

/** Offers to cancel a scheduled deletion. */
export function CancelDeletionScreen(props: {
  flow: CancelDeletionFlow
  rejection: Rejection
  /** Message of the rejection. */
  text: string
  onGo: (view: StartView) => void
}): ReactNode {
  const { flow, rejection } = props
  const { language } = useFrame().settings
  const t = useMessages().stopped
  const formError = useStore(flow.$formError)
  const closesAt = Number(rejection.data.cancel_at) * MS
  return (
    <>
      <div {...partProps('done')}>
        <StatusIcon kind="wait" />
        <Heading hasFocus>{t.closing}</Heading>
        <p {...partProps('text')}>
          {closesAt > 0
            ? t.closesOn(new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(closesAt))
            : props.text}
        </p>
        <Notice error={formError && <FormErrorText formError={formError} />} />
      </div>
      <Form formError={formError} onSubmit={flow.keep}>
        <SubmitButton isBusy={useStore(flow.$isBusy)}>{t.keep}</SubmitButton>
      </Form>
      <p {...partProps('foot')}>
        <ViewLink to="login" onGo={props.onGo}>
          {t.other}
        </ViewLink>
      </p>
    </>
  )
}
