import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { LoginFlow } from '../../flows/login.ts'
import { useFrame } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { part } from '../../ui/part.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { ViewLink } from '../../ui/view-link.tsx'
import { CodeForm } from '../code-form.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { LazyQr } from '../qr/lazy.tsx'
import type { ScreenProps } from '../screen-props.ts'
import { PasswordForm } from './password-form.tsx'

/** Signing in. */
export function LoginScreen(props: ScreenProps<LoginFlow>): ReactNode {
  const { texts, settings } = useFrame()
  const { messages } = texts
  const chosen = useStore(props.flow.$method)
  // The page may take a way back after it was chosen.
  const method = settings.methods.includes(chosen) ? chosen : settings.methods[0]
  const labels = { password: messages.byPassword, code: messages.byCode, qr: messages.byQr }
  const form =
    method === 'password' ? (
      <PasswordForm {...props} />
    ) : method === 'qr' ? (
      <LazyQr begin={props.flow.beginQr}>{({ QrPanel }, flow) => <QrPanel flow={flow} />}</LazyQr>
    ) : (
      <CodeForm
        {...props}
        action="login"
        autoComplete="username"
        finish={messages.signIn}
        onSubmit={props.flow.signInByCode}
      />
    )
  return (
    <>
      <div {...part('head')}>
        <Heading hasFocus={props.isReplacing}>{messages.signIn}</Heading>
        <ProblemNotice
          flow={props.flow}
          onGo={props.onGo}
          onCode={settings.methods.includes('code') ? () => props.flow.choose('code') : undefined}
        />
      </div>
      {settings.methods.length > 1 ? (
        <Tabs
          label={messages.methods}
          tabs={settings.methods.map((name) => ({ name, label: labels[name] }))}
          chosen={method ?? chosen}
          onChoose={props.flow.choose}
        >
          {form}
        </Tabs>
      ) : (
        form
      )}
      <p {...part('foot')}>
        <span>{messages.noAccount}</span>
        <ViewLink to="sign-up" onGo={props.onGo}>
          {messages.signUp}
        </ViewLink>
      </p>
    </>
  )
}
