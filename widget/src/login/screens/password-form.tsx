import type { ReactNode } from 'react'
import type { LoginFlow } from '../flows/login.ts'
import { AddressField } from '../../ui/address-field.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { useMessages } from '../../ui/frame.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ViewLink } from '../../ui/view-link.tsx'
import type { ScreenProps } from '../../ui/screen-props.ts'

/** Account and password on one screen, for password managers. */
export function PasswordForm(props: ScreenProps<LoginFlow> & { finish: string }): ReactNode {
  const { common } = useMessages()
  const { flow } = props
  return (
    <Form action="login" flow={flow} onSubmit={flow.signInByPassword}>
      <AddressField
        name="account"
        autoComplete="username"
        start={props.typedAddress}
        onFocus={flow.prepare}
        onTyped={props.onTyped}
      />
      <PasswordField
        kind="current"
        onFocus={flow.prepare}
        aside={
          <ViewLink to="reset-password" onGo={props.onGo}>
            {common.forgot}
          </ViewLink>
        }
      />
      <SubmitButton>{props.finish}</SubmitButton>
    </Form>
  )
}
