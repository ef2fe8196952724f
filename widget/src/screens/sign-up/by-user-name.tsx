import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { fieldErrorOf } from '../../flows/form-error.ts'
import type { UserNameSignUpFlow } from '../../flows/user-name-sign-up.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useFrame, useMessages } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { partProps } from '../../ui/part-props.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { ViewLink } from '../../ui/view-link.tsx'
import { FormErrorText } from '../form-error-notice.tsx'
import type { ScreenProps } from '../screen-props.ts'
import { WithStrength } from '../strength.tsx'

/** Signs up with a username, without a proof. */
export function UserNameSignUpScreen(props: ScreenProps<UserNameSignUpFlow>): ReactNode {
  const { flow, onGo } = props
  const { messages } = useFrame()
  const { common } = messages
  const t = useMessages().newPassword
  const formError = useStore(flow.$formError)
  const errorOf = (field: string): string | undefined => fieldErrorOf(formError, field)
  return (
    <>
      <div {...partProps('head')}>
        <Heading hasFocus={props.hasFocus}>{common.signUp}</Heading>
        <Notice
          error={
            formError && !formError.field && <FormErrorText formError={formError} onGo={onGo} />
          }
        />
      </div>
      {props.above}
      <Form formError={formError} onSubmit={flow.submit}>
        <Field
          name="username"
          label={t.userName}
          autoComplete="username"
          required
          hint={t.userNameHint}
          error={errorOf('username')}
          onFocus={flow.prepare}
        />
        <WithStrength personal={[]}>
          <PasswordField kind="new" error={errorOf('password')} onFocus={flow.prepare} />
        </WithStrength>
        <SubmitButton isBusy={useStore(flow.$isBusy)}>{common.signUp}</SubmitButton>
      </Form>
      <p {...partProps('foot')}>
        <span>{common.haveAccount}</span>
        <ViewLink to="login" onGo={onGo}>
          {common.signIn}
        </ViewLink>
      </p>
    </>
  )
}
