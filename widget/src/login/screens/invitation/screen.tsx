import { useStore } from '@nanostores/react'
import { useEffect, useMemo, type ReactNode } from 'react'
import { createInvitationFlow, type InvitationFlow } from '../../flows/invitation.ts'
import type { StartView } from '../../../base/settings.ts'
import invitationCss from '../../../styles/invitation.css'
import logoCss from '../../../styles/logo.css'
import { lateSheet } from '../../../base/adopt.ts'
import { useFrame } from '../../../ui/frame.tsx'
import { Ending } from '../../../ui/head.tsx'
import { ActionButton, FootButton } from '../../../ui/button.tsx'
import { LoadingHead } from '../../../ui/loading-head.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { StatusIcon } from '../../../ui/status-icon.tsx'
import { Tick } from '../../../ui/tick.tsx'
import { LogId } from '../../../ui/log-id.tsx'
import { ActionError } from '../../../ui/form-error-notice.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useLazyMessages } from '../../../ui/lazy-messages.ts'
import { LazyScreen } from '../../../ui/lazy-screen.tsx'
import type { LazyProps } from '../../../ui/screen-props.ts'
import { Answer } from './answer.tsx'
import { Decline } from './decline.tsx'
import type { InvitationMessages } from './messages/messages.ts'
import { loadInvitationMessages } from './messages/load-messages.ts'
import { SignIn } from './parts.tsx'

const adoptInvitation = lateSheet(logoCss + invitationCss)

/** The screen behind the link of an invitation. */
export function Invitation({ instance, hasFocus }: LazyProps<'invitation'>): ReactNode {
  const { ticket } = useStore(instance.$settings)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- another ticket is another invitation
  const flow = useMemo(() => createInvitationFlow(instance), [instance, ticket])
  const { loaded: table, waiting } = useLazyMessages(loadInvitationMessages)
  useEffect(() => {
    void flow.load()
    return () => flow.dispose()
  }, [flow])
  if (table === undefined) return <Waiting {...waiting} />
  return (
    <InvitationScreen
      flow={flow}
      t={table.invitation}
      hasFocus={hasFocus}
      onGo={(name) => instance.go({ name })}
      addAddress={<LazyScreen instance={instance} view={{ name: 'addresses' }} hasFocus />}
    />
  )
}

/** The screen for one flow, apart for the gallery. */
export function InvitationScreen(props: {
  flow: InvitationFlow
  t: InvitationMessages
  hasFocus: boolean
  onGo: (view: StartView) => void
  /** The steps of adding the invited address. */
  addAddress: ReactNode
}): ReactNode {
  const { flow, t } = props
  const { common } = useFrame().messages
  const state = useStore(flow.$state)
  const isBusy = useStore(flow.$isBusy)
  return (
    <div {...partProps('invitation')} ref={(node) => adoptInvitation(node)}>
      {screenOf()}
    </div>
  )

  function screenOf(): ReactNode {
    switch (state.step) {
      case 'loading':
        return (
          <LoadingHead flow={flow} title={t.heading} text={t.loading} hasFocus={props.hasFocus} />
        )
      case 'offered':
      case 'code':
        return <Answer key={state.step} {...props} state={state} />
      case 'addresses':
        return (
          <>
            {props.addAddress}
            <FootButton onClick={() => void flow.load()}>{t.back}</FootButton>
          </>
        )
      case 'declining':
        return <Decline flow={flow} t={t} />
      case 'declined':
        return <Done title={t.declined} text={state.isReported ? t.reported : t.declinedText} />
      case 'asked':
        return <Done title={t.requested} text={t.requestedText} />
      case 'joined':
        return (
          <Done title={t.joined(state.organizationName)} text={t.joinedText}>
            {state.next !== '' && (
              <a {...partProps('button')} href={state.next}>
                {t.open(state.organizationName)}
              </a>
            )}
          </Done>
        )
      case 'member':
        return (
          <Ended
            {...props}
            kind="wait"
            title={t.member(state.check.organizationName)}
            text={t.memberText}
          >
            <ActionButton isBusy={isBusy} onClick={() => flow.proceed()}>
              {t.proceed}
            </ActionButton>
          </Ended>
        )
      case 'ended': {
        const { end, logId } = state
        const isLate = end === 'expired' || end === 'used'
        return (
          <Ended {...props} kind={isLate ? 'wait' : 'stop'} {...t.ends[end]}>
            {end === 'expired' && (
              <ActionButton isBusy={isBusy} onClick={() => flow.ask()}>
                {t.requestNew}
              </ActionButton>
            )}
            {end === 'used' && <SignIn onGo={props.onGo}>{common.signIn}</SignIn>}
            <LogId logId={logId} />
          </Ended>
        )
      }
    }
  }
}

function Done(props: { title: string; text: string; children?: ReactNode }): ReactNode {
  return <Ending sign={<Tick />} {...props} />
}

function Ended(props: {
  flow: InvitationFlow
  kind: 'wait' | 'stop'
  title: string
  text: string
  children: ReactNode
}): ReactNode {
  return (
    <Ending sign={<StatusIcon kind={props.kind} />} title={props.title} text={props.text}>
      {props.children}
      <ActionError flow={props.flow} />
    </Ending>
  )
}
