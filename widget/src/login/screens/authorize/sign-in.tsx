import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import type { AuthorizationFlow, AuthorizationState } from '../../flows/authorize.ts'
import { FrameProvider, useFrame } from '../../../ui/frame.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { FootLink } from '../../../ui/view-link.tsx'
import { ActionError, FormErrorNotice } from '../../../ui/form-error-notice.tsx'
import { LoginForms } from '../login-forms.tsx'
import type { ScreenProps } from '../../../ui/screen-props.ts'
import type { AuthorizeMessages } from './messages/messages.ts'
import { ClientHead, Refuse } from './parts.tsx'

/** Signing in by every usual way, below who asks for it. */
export function SignIn(
  props: ScreenProps<AuthorizationFlow> & {
    t: AuthorizeMessages
    state: Extract<AuthorizationState, { step: 'sign-in' }>
  },
): ReactNode {
  const { flow, t, state } = props
  const frame = useFrame()
  const { messages, settings } = frame
  const { login } = flow
  const isFirst = useStore(login.code.$state).step === 'address'
  useEffect(() => login.resume(), [login])
  // Brings people who sign up or reset a password on another page back to the request.
  const back = new URLSearchParams({ next: location.pathname + location.search })
  return (
    <FrameProvider frame={{ ...frame, returnQuery: `?${back}` }}>
      <ClientHead t={t} info={state.info}>
        <p {...partProps('text', 'intro')}>{introduction()}</p>
      </ClientHead>
      <LoginForms {...props} flow={login} finish={messages.common.signIn} hasQr />
      <FormErrorNotice
        flow={login}
        onGo={props.onGo}
        onCode={settings.methods.includes('code') ? () => login.choose('code') : undefined}
      />
      {isFirst && props.above}
      <Refuse flow={flow} t={t} />
      <ActionError flow={flow} />
      <FootLink before={messages.common.noAccount} to="sign-up" onGo={props.onGo}>
        {messages.common.signUp}
      </FootLink>
    </FrameProvider>
  )

  function introduction(): string {
    if (state.info.needsOther) return t.signInOther(state.info.accountName)
    return state.isAnew ? t.signInAnew : t.signIn
  }
}
