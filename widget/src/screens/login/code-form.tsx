import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { LoginFlow } from '../../flows/login.ts'
import { AddressField } from '../../ui/address-field.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { CodeSent } from '../../ui/code-sent.tsx'
import { Form } from '../../ui/form.tsx'
import { useFrame } from '../../ui/frame.tsx'
import type { ScreenProps } from '../screen-props.ts'

/** An address, then the code that was sent to it. */
export function CodeForm(props: ScreenProps<LoginFlow>): ReactNode {
  const { messages } = useFrame().texts
  const { flow } = props
  const problem = useStore(flow.$problem)
  const state = useStore(flow.code.$state)
  const resendIn = useStore(flow.code.$resendIn)
  const isBusy = useStore(flow.$isBusy)
  const errorOf = (field: string): string | undefined =>
    problem?.field === field ? problem.text : undefined
  return (
    <Form action="login" key={state.step} problem={problem} onSubmit={flow.signInByCode}>
      {state.step === 'address' ? (
        <AddressField
          name="email"
          autoComplete="username"
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
        </>
      )}
      <SubmitButton isBusy={isBusy}>
        {state.step === 'address' ? messages.sendCode : messages.signIn}
      </SubmitButton>
    </Form>
  )
}
