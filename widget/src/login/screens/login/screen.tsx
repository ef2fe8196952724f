import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import type { LoginFlow } from '../../flows/login.ts'
import { useFrame } from '../../../ui/frame.tsx'
import { Head } from '../../../ui/head.tsx'
import { FootLink } from '../../../ui/view-link.tsx'
import { FormErrorNotice } from '../../../ui/form-error-notice.tsx'
import type { ScreenProps } from '../../../ui/screen-props.ts'
import { useLastProvider } from '../../../ui/last-provider.ts'
import { LoginForms } from '../login-forms.tsx'
import { PasskeyWay } from '../passkey-way.tsx'

/** Sign-in with the methods of the page. */
export function LoginScreen(props: ScreenProps<LoginFlow>): ReactNode {
  const { messages, settings } = useFrame()
  const { common } = messages
  const isFirst = useStore(props.flow.code.$state).step === 'address'
  const isPasskeyFirst = useLastProvider() === 'passkey'
  const passkey = isFirst && settings.hasPasskey && <PasskeyWay begin={props.flow.begin} />
  // After the first render, which hydrates the server's markup.
  useEffect(() => props.flow.resume(), [props.flow])
  return (
    <>
      <Head title={common.signIn} hasFocus={props.hasFocus} />
      {isPasskeyFirst && passkey}
      {isFirst && props.above}
      <LoginForms {...props} finish={common.signIn} hasQr />
      {!isPasskeyFirst && passkey}
      <FormErrorNotice
        flow={props.flow}
        onGo={props.onGo}
        onCode={settings.methods.includes('code') ? () => props.flow.choose('code') : undefined}
        onPassword={
          settings.methods.includes('password') ? () => props.flow.choose('password') : undefined
        }
      />
      <FootLink before={common.noAccount} to="sign-up" onGo={props.onGo}>
        {common.signUp}
      </FootLink>
    </>
  )
}
