import type { ReactNode } from 'react'
import type { UserNameSignUpFlow } from '../../flows/user-name-sign-up.ts'
import { SubmitButton } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { useFrame, useMessages } from '../../../ui/frame.tsx'
import { Head } from '../../../ui/head.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { FootLink } from '../../../ui/view-link.tsx'
import { ActionError } from '../../../ui/form-error-notice.tsx'
import type { ScreenProps } from '../../../ui/screen-props.ts'
import { WithStrength } from '../../../ui/strength.tsx'

/** Signs up with a username, without a proof. */
export function UserNameSignUpScreen(props: ScreenProps<UserNameSignUpFlow>): ReactNode {
  const { flow, onGo } = props
  const { messages } = useFrame()
  const { common } = messages
  const t = useMessages().newPassword
  return (
    <>
      <Head title={common.signUp} hasFocus={props.hasFocus} />
      {props.above}
      <Form flow={flow} onSubmit={flow.submit}>
        <Field
          name="username"
          label={t.userName}
          autoComplete="username"
          required
          hint={t.userNameHint}
          onFocus={flow.prepare}
        />
        <WithStrength personal={[]}>
          <PasswordField kind="new" onFocus={flow.prepare} />
        </WithStrength>
        <SubmitButton>{common.signUp}</SubmitButton>
      </Form>
      <ActionError flow={flow} onGo={onGo} />
      <FootLink before={common.haveAccount} to="login" onGo={onGo}>
        {common.signIn}
      </FootLink>
    </>
  )
}
