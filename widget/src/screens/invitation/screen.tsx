import { useStore } from '@nanostores/react'
import { useEffect, useMemo, type ReactNode } from 'react'
import { createInvitationFlow, type InvitationFlow } from '../../flows/invitation.ts'
import type { StartView } from '../../settings.ts'
import invitationCss from '../../styles/invitation.css'
import { lateSheet } from '../../ui/adopt.ts'
import { useFrame } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { partProps } from '../../ui/part-props.ts'
import { Sign } from '../../ui/sign.tsx'
import { Tick } from '../../ui/tick.tsx'
import { FormErrorText } from '../form-error-notice.tsx'
import { LazyScreen, useLazyMessages, Waiting } from '../lazy-screen.tsx'
import type { LazyProps } from '../lazy-screens.ts'
import { Answer } from './answer.tsx'
import { Decline } from './decline.tsx'
import type { InvitationMessages } from './messages/messages.ts'
import { loadInvitationMessages } from './messages/load-messages.ts'
import { Back, SignIn } from './parts.tsx'

const adoptInvitation = lateSheet(invitationCss)

/** The screen behind the link of an invitation. */
export function Invitation({ instance, isReplacing }: LazyProps<'invitation'>): ReactNode {
  const { ticket } = useStore(instance.$settings)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- another ticket is another invitation
  const flow = useMemo(() => createInvitationFlow(instance), [instance, ticket])
  const { table, failures, retry } = useLazyMessages(loadInvitationMessages)
  useEffect(() => {
    void flow.load()
    return () => flow.dispose()
  }, [flow])
  if (table === undefined || table === 'failed') {
    return <Waiting hasFailed={table === 'failed'} failures={failures} onRetry={retry} />
  }
  return (
    <InvitationScreen
      flow={flow}
      t={table.invitation}
      isReplacing={isReplacing}
      onGo={(name) => instance.go({ name })}
      addAddress={<LazyScreen instance={instance} view={{ name: 'bind' }} isReplacing />}
    />
  )
}

/** What an invitation looks like in one state. */
export function InvitationScreen(props: {
  flow: InvitationFlow
  t: InvitationMessages
  isReplacing: boolean
  onGo: (view: StartView) => void
  /** The steps of adding the invited address. */
  addAddress: ReactNode
}): ReactNode {
  const { flow, t } = props
  const state = useStore(flow.$state)
  return (
    <div {...partProps('invitation')} ref={(node) => adoptInvitation(node)}>
      {screenOf()}
    </div>
  )

  function screenOf(): ReactNode {
    switch (state.step) {
      case 'loading':
        return <Loading {...props} />
      case 'offered':
      case 'code':
        return <Answer key={state.step} {...props} state={state} />
      case 'addresses':
        return (
          <>
            {props.addAddress}
            <Back onClick={() => void flow.load()}>{t.back}</Back>
          </>
        )
      case 'declining':
        return <Decline flow={flow} t={t} />
      case 'declined':
        return (
          <div {...partProps('done')}>
            <Tick />
            <Heading hasFocus>{t.declined}</Heading>
            <p {...partProps('text')}>{state.isReported ? t.reported : t.declinedText}</p>
          </div>
        )
      case 'ended':
        return <Ended {...props} state={state} />
    }
  }
}

function Loading({
  flow,
  t,
  isReplacing,
}: {
  flow: InvitationFlow
  t: InvitationMessages
  isReplacing: boolean
}): ReactNode {
  const formError = useStore(flow.$formError)
  return (
    <div {...partProps('head')}>
      <Heading hasFocus={isReplacing}>{t.heading}</Heading>
      <output {...partProps('text', 'intro')}>{formError ? '' : t.loading}</output>
      <Notice
        error={formError && <FormErrorText formError={formError} onAgain={() => flow.load()} />}
      />
    </div>
  )
}

function Ended(props: {
  flow: InvitationFlow
  t: InvitationMessages
  state: Extract<ReturnType<InvitationFlow['$state']['get']>, { step: 'ended' }>
  onGo: (view: StartView) => void
}): ReactNode {
  const { common } = useFrame().messages
  const { flow, t, state } = props
  const formError = useStore(flow.$formError)
  const isBusy = useStore(flow.$isBusy)
  const { title, text } = t.ends[state.end]
  return (
    <div {...partProps('done')}>
      <Sign kind={state.end === 'expired' || state.end === 'used' ? 'wait' : 'stop'} />
      <Heading hasFocus>{title}</Heading>
      <p {...partProps('text')}>{text}</p>
      <Notice error={formError && <FormErrorText formError={formError} />} />
      {state.isSignedIn && (
        <button
          type="button"
          {...partProps('button')}
          aria-disabled={isBusy || undefined}
          aria-busy={isBusy || undefined}
          onClick={() => void flow.proceed()}
        >
          {t.proceed}
        </button>
      )}
      {state.end === 'used' && !state.isSignedIn && (
        <SignIn onGo={props.onGo}>{common.signIn}</SignIn>
      )}
    </div>
  )
}
