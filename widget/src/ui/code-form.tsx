import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { CodeStep } from './flows/code-step.ts'
import { AddressField } from './address-field.tsx'
import { SubmitButton } from './button.tsx'
import { CodeField } from './code-field.tsx'
import { CodeSent } from './code-sent.tsx'
import { Form } from './form.tsx'
import type { Shown } from './flows/form-action.ts'
import { useMessages } from './frame.tsx'
import { LazyMobile } from './mobile/lazy.tsx'
import type { ScreenProps } from './screen-props.ts'

/** Parts of a flow that a two-step form needs. */
interface CodeFlow extends Shown {
  code: CodeStep
  prepare(): void
}

/** Form in two steps: an address, then the code and other fields. */
export function CodeForm({
  flow,
  typedAddress,
  onTyped,
  ...props
}: ScreenProps<CodeFlow> & {
  action: 'login' | 'sign-up' | 'reset-password'
  autoComplete: 'username' | 'email'
  /** Label of the button in the second step. */
  finish: string
  onSubmit: (form: FormData) => Promise<unknown>
  /** Other fields of the second step. */
  children?: ReactNode
}): ReactNode {
  const { common } = useMessages()
  const state = useStore(flow.code.$state)
  const resendIn = useStore(flow.code.$resendIn)
  const isMobile = useStore(flow.code.$isMobile)
  const isFirst = state.step === 'address'
  const anyAddress = (
    <AddressField
      name="email"
      autoComplete={props.autoComplete}
      start={typedAddress}
      onFocus={flow.prepare}
      onMobile={() => flow.code.setMobile(true)}
      onTyped={onTyped}
    />
  )
  return (
    <Form
      key={state.step}
      action={props.action}
      // Without JavaScript, the sign-in form is for passwords and has no steps.
      {...(props.action === 'login' ? {} : { step: isFirst ? 'send' : 'finish' })}
      flow={flow}
      onSubmit={props.onSubmit}
    >
      {isFirst ? (
        isMobile ? (
          <LazyMobile
            start={typedAddress}
            errorOf="email"
            onFocus={flow.prepare}
            onTyped={onTyped}
            onEmail={() => flow.code.setMobile(false)}
            hasFocus
          >
            {anyAddress}
          </LazyMobile>
        ) : (
          anyAddress
        )
      ) : (
        <>
          <CodeSent
            address={state.address.value}
            sentTo={state.sentTo}
            wasRefused={state.wasRefused}
            resendIn={resendIn}
            onResend={() => void flow.code.resend()}
            // A call costs more, so it is offered only after a second request.
            onCall={
              state.address.channel === 'mobile' && state.sent > 1
                ? () => void flow.code.call()
                : undefined
            }
            onRestart={flow.code.restart}
          />
          <CodeField />
          {props.children}
        </>
      )}
      <SubmitButton>{isFirst ? common.sendCode : props.finish}</SubmitButton>
    </Form>
  )
}
