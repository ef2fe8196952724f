import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { MoveFlow } from '../../flows/move.ts'
import type { StartView } from '../../settings.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { useMessages } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { partProps } from '../../ui/part-props.ts'
import { Tick } from '../../ui/tick.tsx'
import { ViewLink } from '../../ui/view-link.tsx'
import { FormErrorText } from '../form-error-notice.tsx'

/** Asks whether to move what another account has. */
export function MoveScreen(props: {
  flow: MoveFlow
  /** Destination of “Not now”; the sign-in if empty. */
  destination: string
  onGo: (view: StartView) => void
}): ReactNode {
  const { flow, destination } = props
  const { bind, thirdParty: t } = useMessages()
  const formError = useStore(flow.$formError)
  return (
    <>
      <div {...partProps('head')}>
        <Heading hasFocus>{t.move[flow.what]}</Heading>
        <p {...partProps('text', 'intro')}>{t.moveText}</p>
        <Notice error={formError && <FormErrorText formError={formError} />} />
      </div>
      <Form formError={formError} onSubmit={flow.move}>
        <SubmitButton isBusy={useStore(flow.$isBusy)}>{bind.move}</SubmitButton>
      </Form>
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
    <div {...partProps('done')}>
      <Tick />
      <Heading hasFocus>{t.moved}</Heading>
      {destination !== '' && (
        <a {...partProps('button')} href={destination}>
          {session.proceed}
        </a>
      )}
    </div>
  )
}
