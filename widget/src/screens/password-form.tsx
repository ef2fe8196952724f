import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { fieldErrorOf } from '../flows/form-error.ts'
import type { LoginFlow } from '../flows/login.ts'
import { AddressField } from '../ui/address-field.tsx'
import { SubmitButton } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { useMessages } from '../ui/frame.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { ViewLink } from '../ui/view-link.tsx'
import type { ScreenProps } from './screen-props.ts'

/** Account and password on one screen, for password managers. */
export function PasswordForm(props: ScreenProps<LoginFlow> & { finish: string }): ReactNode {
  const { common } = useMessages()
  const { flow } = props
  const formError = useStore(flow.$formError)
  const errorOf = (field: string): string | undefined => fieldErrorOf(formError, field)
  return (
    <Form action="login" formError={formError} onSubmit={flow.signInByPassword}>
      <AddressField
        name="account"
        autoComplete="username"
        start={props.typedAddress}
        error={errorOf('account')}
        onFocus={flow.prepare}
        onTyped={props.onTyped}
      />
      <PasswordField
        kind="current"
        error={errorOf('password')}
        onFocus={flow.prepare}
        aside={
          <ViewLink to="reset-password" onGo={props.onGo}>
            {common.forgot}
          </ViewLink>
        }
      />
      <SubmitButton isBusy={useStore(flow.$isBusy)}>{props.finish}</SubmitButton>
    </Form>
  )
}
