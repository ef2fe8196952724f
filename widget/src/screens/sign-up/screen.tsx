import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { SignUpFlow } from '../../flows/sign-up.ts'
import { AddressField } from '../../ui/address-field.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { CodeSent } from '../../ui/code-sent.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ViewLink } from '../../ui/view-link.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import type { ScreenProps } from '../screen-props.ts'
import { part } from '../../ui/part.ts'

/** Making an account. */
export function SignUpScreen(props: ScreenProps<SignUpFlow>): ReactNode {
  const { messages } = useFrame().texts
  const { flow } = props
  const problem = useStore(flow.$problem)
  const state = useStore(flow.code.$state)
  const resendIn = useStore(flow.code.$resendIn)
  const isBusy = useStore(flow.$isBusy)
  const errorOf = (field: string): string | undefined =>
    problem?.field === field ? problem.text : undefined
  return (
    <>
      <div {...part('head')}>
        <Heading hasFocus={props.isReplacing}>{messages.signUp}</Heading>
        <ProblemNotice flow={flow} onGo={props.onGo} />
      </div>
      <Form
        key={state.step}
        action="sign-up"
        step={state.step === 'address' ? 'send' : 'finish'}
        problem={problem}
        onSubmit={flow.submit}
      >
        {state.step === 'address' ? (
          <AddressField
            name="email"
            autoComplete="email"
            start={props.typedAddress}
            error={errorOf('email')}
            onFocus={flow.prepare}
            onTyped={props.onTyped}
          />
        ) : (
          <>
            <CodeSent
              address={state.address.value}
              sentTo={state.sentTo}
              resendIn={resendIn}
              onResend={() => void flow.code.resend()}
              onRestart={flow.code.restart}
            />
            <CodeField error={errorOf('code')} />
            <PasswordField kind="new" error={errorOf('password')} />
            <Field
              name="name"
              label={messages.name}
              note={messages.optional}
              autoComplete="name"
              autoCapitalize="words"
              error={errorOf('name')}
            />
          </>
        )}
        <SubmitButton isBusy={isBusy}>
          {state.step === 'address' ? messages.sendCode : messages.signUp}
        </SubmitButton>
      </Form>
      <p {...part('foot')}>
        <span>{messages.haveAccount}</span>
        <ViewLink to="login" onGo={props.onGo}>
          {messages.signIn}
        </ViewLink>
      </p>
    </>
  )
}
