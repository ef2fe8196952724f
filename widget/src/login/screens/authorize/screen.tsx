import { useStore } from '@nanostores/react'
import { useEffect, useMemo, type ReactNode } from 'react'
import {
  createAuthorizationFlow,
  type AuthorizationFlow,
  type AuthorizationState,
} from '../../flows/authorize.ts'
import authorizeCss from '../../../styles/authorize.css'
import { lateSheet } from '../../../base/adopt.ts'
import { ActionButton, FootButton } from '../../../ui/button.tsx'
import { Ending, Head } from '../../../ui/head.tsx'
import { LoadingHead } from '../../../ui/loading-head.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { StatusIcon } from '../../../ui/status-icon.tsx'
import { LogId } from '../../../ui/log-id.tsx'
import { ActionError } from '../../../ui/form-error-notice.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useLazyMessages } from '../../../ui/lazy-messages.ts'
import { Providers } from '../../../ui/providers/providers.tsx'
import type { LazyProps, ScreenProps } from '../../../ui/screen-props.ts'
import { loadAuthorizeMessages } from './messages/load-messages.ts'
import type { AuthorizeMessages } from './messages/messages.ts'
import { ClientHead, Refuse } from './parts.tsx'
import { Question } from './question.tsx'
import { SignIn } from './sign-in.tsx'

const adoptAuthorize = lateSheet(authorizeCss)

/** The screen that asks which scopes a client may have. */
export function Authorize({ instance, view, hasFocus }: LazyProps<'authorize'>): ReactNode {
  const { ticket } = useStore(instance.$settings)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- another ticket is another request
  const flow = useMemo(() => createAuthorizationFlow(instance), [instance, ticket])
  const { loaded: table, waiting } = useLazyMessages(loadAuthorizeMessages)
  useEffect(() => () => flow.dispose(), [flow])
  // The view changes to one of the same name after a sign-in.
  useEffect(() => void flow.load(), [flow, view])
  useEffect(() => {
    // A person who goes back from the client sees that the request was answered.
    const check = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) void flow.load()
    }
    addEventListener('pageshow', check)
    return () => removeEventListener('pageshow', check)
  }, [flow])
  if (table === undefined) return <Waiting {...waiting} />
  return (
    <AuthorizeScreen
      flow={flow}
      t={table.authorize}
      hasFocus={hasFocus}
      typedAddress={instance.typedAddress()}
      onTyped={(address) => instance.remember(address)}
      onGo={(name) => instance.go({ name })}
      above={<Providers instance={instance} />}
    />
  )
}

/** The screen for one flow, apart for the gallery. */
export function AuthorizeScreen(
  props: ScreenProps<AuthorizationFlow> & { t: AuthorizeMessages },
): ReactNode {
  const { flow, t } = props
  const state = useStore(flow.$state)
  return (
    <div {...partProps('authorize')} ref={(node) => adoptAuthorize(node)}>
      {screenOf()}
    </div>
  )

  function screenOf(): ReactNode {
    switch (state.step) {
      case 'loading':
        return <LoadingHead flow={flow} title={t.heading} text={t.loading} hasFocus={false} />
      case 'sign-in':
        return <SignIn {...props} state={state} />
      case 'asked':
        return <Question key={state.info.accountId} flow={flow} t={t} state={state} />
      case 'unmet':
        return <Unmet flow={flow} t={t} state={state} />
      case 'other':
        return <Other flow={flow} t={t} state={state} />
      case 'leaving':
        return (
          <Ending title={t.leaving}>
            <a {...partProps('button')} href={state.address}>
              {t.follow}
            </a>
          </Ending>
        )
      case 'ended': {
        const { title, text } = t.ends[state.end]
        const isOver = state.end === 'expired' || state.end === 'answered'
        return (
          <Ending sign={<StatusIcon kind={isOver ? 'wait' : 'stop'} />} title={title} text={text}>
            <LogId logId={state.logId} />
          </Ending>
        )
      }
    }
  }
}

interface Props {
  flow: AuthorizationFlow
  t: AuthorizeMessages
}

function Unmet(
  props: Props & { state: Extract<AuthorizationState, { step: 'unmet' }> },
): ReactNode {
  const { flow, t, state } = props
  const isBusy = useStore(flow.$isBusy)
  return (
    <>
      <ClientHead t={t} info={state.info}>
        <p {...partProps('text', 'intro')}>{t.unmet(state.info.accountName)}</p>
      </ClientHead>
      <a {...partProps('button')} href={state.addPage} target="_blank" rel="noopener">
        {t.addMethod}
      </a>
      <ActionButton variant="button-plain" isBusy={isBusy} onClick={() => flow.load()}>
        {t.added}
      </ActionButton>
      <Refuse flow={flow} t={t} />
      <ActionError flow={flow} />
      <FootButton onClick={() => flow.askOther()}>{t.otherAccount}</FootButton>
    </>
  )
}

function Other(
  props: Props & { state: Extract<AuthorizationState, { step: 'other' }> },
): ReactNode {
  const { flow, t, state } = props
  const isBusy = useStore(flow.$isBusy)
  return (
    <>
      <Head title={t.otherTitle} text={t.otherText(state.info.accountName)} />
      <ActionButton isBusy={isBusy} onClick={() => flow.leaveAccount()}>
        {t.otherNow}
      </ActionButton>
      <ActionError flow={flow} />
      <FootButton onClick={() => void flow.load()}>{t.back}</FootButton>
    </>
  )
}
