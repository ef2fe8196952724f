import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { NewPasswordFlow } from '../../flows/new-password.ts'
import { useFrame } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { part } from '../../ui/part.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { ViewLink } from '../../ui/view-link.tsx'
import { CodeForm } from '../code-form.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import type { ScreenProps } from '../screen-props.ts'

/** Setting a new password. */
export function ResetPasswordScreen(props: ScreenProps<NewPasswordFlow>): ReactNode {
  const { messages } = useFrame().texts
  const { step } = useStore(props.flow.code.$state)
  return (
    <>
      <div {...part('head')}>
        <Heading hasFocus={props.isReplacing}>{messages.resetPassword}</Heading>
        {step === 'address' && <p {...part('text', 'intro')}>{messages.resetIntro}</p>}
        <ProblemNotice flow={props.flow} onGo={props.onGo} />
      </div>
      <CodeForm
        {...props}
        action="reset-password"
        autoComplete="username"
        finish={messages.setPassword}
        onSubmit={props.flow.submit}
      >
        {(errorOf) => <PasswordField kind="new" error={errorOf('password')} />}
      </CodeForm>
      <p {...part('foot')}>
        <ViewLink to="login" onGo={props.onGo}>
          {messages.backToSignIn}
        </ViewLink>
      </p>
    </>
  )
}
