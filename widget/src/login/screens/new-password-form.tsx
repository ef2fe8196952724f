import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import type { NewPasswordFlow } from '../flows/new-password.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { HiddenAccount } from '../../ui/code-sent.tsx'
import { Form } from '../../ui/form.tsx'
import { useFrame, useMessages } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { CodeForm } from '../../ui/code-form.tsx'
import type { ScreenProps } from '../../ui/screen-props.ts'

/**
 * The way to a new password: in two steps that work without scripts as well, or in three where the
 * page wants the code checked first. A ticket of the page, or in the address of one of our own,
 * leads to the last at once.
 */
export function NewPasswordForm(
  props: ScreenProps<NewPasswordFlow> & {
    action: 'sign-up' | 'reset-password'
    autoComplete: 'username' | 'email'
    finish: string
    /** Fields of the last step. */
    children: ReactNode
  },
): ReactNode {
  const { flow } = props
  const { settings } = useFrame()
  const t = useMessages().newPassword
  const ticket = useStore(flow.$ticket)
  const state = useStore(flow.code.$state)
  const verifiesFirst = useStore(flow.$hasPassword) && settings.verifyFirst
  const { ticket: given } = settings

  // After the first render, which hydrates the server's markup.
  useEffect(() => {
    if (props.action === 'reset-password') flow.takeTicket(given)
    flow.resume()
  }, [flow, given, props.action])

  if (ticket === '') {
    return (
      <CodeForm {...props} finish={verifiesFirst ? t.proceed : props.finish} onSubmit={flow.submit}>
        {verifiesFirst ? undefined : props.children}
      </CodeForm>
    )
  }
  return (
    <Form flow={flow} hasFocus={state.step === 'code'} onSubmit={flow.submit}>
      <p {...partProps('text')}>{t.proved}</p>
      {state.step === 'code' && <HiddenAccount address={state.address.value} />}
      {props.children}
      <SubmitButton>{props.finish}</SubmitButton>
    </Form>
  )
}
