import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { KeepAccountFlow } from '../../flows/keep-account.ts'
import type { Refused } from '../../instance.ts'
import type { StartView } from '../../settings.ts'
import { LinkButton, SubmitButton } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { useFrame, useMessages } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { part } from '../../ui/part.ts'
import { Sign } from '../../ui/sign.tsx'
import { ProblemText } from '../problem-notice.tsx'

const MS = 1000

/** Offers to keep an account that is being closed. */
export function KeepAccountScreen(props: {
  flow: KeepAccountFlow
  refusal: Refused
  /** What the refusal means, in words. */
  text: string
  onGo: (view: StartView) => void
}): ReactNode {
  const { flow, refusal } = props
  const { language } = useFrame().settings
  const words = useMessages().stopped
  const problem = useStore(flow.$problem)
  const closesAt = Number(refusal.data.cancel_at) * MS
  return (
    <>
      <div {...part('done')}>
        <Sign kind="wait" />
        <Heading hasFocus>{words.closing}</Heading>
        <p {...part('text')}>
          {closesAt > 0
            ? words.closesOn(
                new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(closesAt),
              )
            : props.text}
        </p>
        <Notice error={problem && <ProblemText problem={problem} />} />
      </div>
      <Form problem={problem} onSubmit={flow.keep}>
        <SubmitButton isBusy={useStore(flow.$isBusy)}>{words.keep}</SubmitButton>
      </Form>
      <p {...part('foot')}>
        <LinkButton onClick={() => props.onGo('login')}>{words.other}</LinkButton>
      </p>
    </>
  )
}
