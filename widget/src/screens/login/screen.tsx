import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import type { LoginFlow } from '../../flows/login.ts'
import { useFrame } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { partProps } from '../../ui/part-props.ts'
import { ViewLink } from '../../ui/view-link.tsx'
import { FormErrorNotice } from '../form-error-notice.tsx'
import type { ScreenProps } from '../screen-props.ts'
import { LoginForms } from '../login-forms.tsx'

/** Sign-in with the methods of the page. */
export function LoginScreen(props: ScreenProps<LoginFlow>): ReactNode {
  const { messages, settings } = useFrame()
  const { common } = messages
  const isFirst = useStore(props.flow.code.$state).step === 'address'
  // After the first render, which hydrates the server's markup.
  useEffect(() => props.flow.resume(), [props.flow])
  return (
    <>
      <div {...partProps('head')}>
        <Heading hasFocus={props.hasFocus}>{common.signIn}</Heading>
        <FormErrorNotice
          flow={props.flow}
          onGo={props.onGo}
          onCode={settings.methods.includes('code') ? () => props.flow.choose('code') : undefined}
        />
      </div>
      {isFirst && props.above}
      <LoginForms {...props} finish={common.signIn} hasQr />
      <p {...partProps('foot')}>
        <span>{common.noAccount}</span>
        <ViewLink to="sign-up" onGo={props.onGo}>
          {common.signUp}
        </ViewLink>
      </p>
    </>
  )
}
