import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { CodeStep } from '../flows/code-step.ts'
import type { FormAction } from '../flows/form-action.ts'
import { fieldErrorOf } from '../flows/form-error.ts'
import { AddressField } from '../ui/address-field.tsx'
import { SubmitButton } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { CodeSent } from '../ui/code-sent.tsx'
import { Form } from '../ui/form.tsx'
import { useMessages } from '../ui/frame.tsx'
import { LazyMobile } from '../ui/mobile/lazy.tsx'
import type { ScreenProps } from './screen-props.ts'

/** Parts of a flow that a two-step form needs. */
interface CodeFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
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
  /** Other fields, given a function that returns their errors. */
  children?: ((errorOf: (field: string) => string | undefined) => ReactNode) | undefined
}): ReactNode {
  const { common } = useMessages()
  const formError = useStore(flow.$formError)
  const state = useStore(flow.code.$state)
  const resendIn = useStore(flow.code.$resendIn)
  const isBusy = useStore(flow.$isBusy)
  const isMobile = useStore(flow.code.$isMobile)
  const isFirst = state.step === 'address'
  const errorOf = (field: string): string | undefined => fieldErrorOf(formError, field)
  const anyAddress = (
    <AddressField
      name="email"
      autoComplete={props.autoComplete}
      start={typedAddress}
      error={errorOf('email')}
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
      formError={formError}
      onSubmit={props.onSubmit}
    >
      {isFirst ? (
        isMobile ? (
          <LazyMobile
            start={typedAddress}
            error={errorOf('email')}
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
            resendIn={resendIn}
            formError={formError}
            onResend={() => void flow.code.resend()}
            // A call costs more, so it is offered only after a second request.
            onCall={
              state.address.channel === 'mobile' && state.sent > 1
                ? () => void flow.code.call()
                : undefined
            }
            onRestart={flow.code.restart}
          />
          <CodeField error={errorOf('code')} />
          {props.children?.(errorOf)}
        </>
      )}
      <SubmitButton isBusy={isBusy}>{isFirst ? common.sendCode : props.finish}</SubmitButton>
    </Form>
  )
}
