import type { ReactNode } from 'react'
import type { MoveFlow } from '../../flows/move.ts'
import type { StartView } from '../../../base/settings.ts'
import { SubmitButton } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { useMessages } from '../../../ui/frame.tsx'
import { Ending, Head } from '../../../ui/head.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { Tick } from '../../../ui/tick.tsx'
import { ViewLink } from '../../../ui/view-link.tsx'
import { ActionError } from '../../../ui/form-error-notice.tsx'

/** Asks whether to move what another account has. */
export function MoveScreen(props: {
  flow: MoveFlow
  /** Destination of “Not now”; the sign-in if empty. */
  destination: string
  onGo: (view: StartView) => void
}): ReactNode {
  const { flow, destination } = props
  const { bind, thirdParty: t } = useMessages()
  return (
    <>
      <Head title={t.move[flow.what]} text={t.moveText} />
      <Form flow={flow} onSubmit={flow.move}>
        <SubmitButton>{bind.move}</SubmitButton>
      </Form>
      <ActionError flow={flow} />
      <p {...partProps('foot')}>
        {destination === '' ? (
          <ViewLink to="login" onGo={props.onGo}>
            {t.notNow}
          </ViewLink>
        ) : (
          <a {...partProps('link')} href={destination}>
            {t.notNow}
          </a>
        )}
      </p>
    </>
  )
}

/** Confirms the move, and continues to the return URL. */
export function MovedScreen({ destination }: { destination: string }): ReactNode {
  const { session, thirdParty: t } = useMessages()
  return (
    <Ending sign={<Tick />} title={t.moved}>
      {destination !== '' && (
        <a {...partProps('button')} href={destination}>
          {session.proceed}
        </a>
      )}
    </Ending>
  )
}
