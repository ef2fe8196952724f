import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { NewPasswordFlow } from '../../flows/new-password.ts'
import { Field } from '../../ui/field.tsx'
import { useMessages } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { partProps } from '../../ui/part-props.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { ViewLink } from '../../ui/view-link.tsx'
import { NewPasswordForm } from '../new-password-form.tsx'
import { FormErrorNotice } from '../form-error-notice.tsx'
import type { ScreenProps } from '../screen-props.ts'
import { WithStrength } from '../strength.tsx'

/** Making an account for an address. */
export function SignUpScreen(props: ScreenProps<NewPasswordFlow>): ReactNode {
  const { common } = useMessages()
  const isFirst = useStore(props.flow.code.$state).step === 'address'
  return (
    <>
      <div {...partProps('head')}>
        <Heading hasFocus={props.hasFocus}>{common.signUp}</Heading>
        <FormErrorNotice flow={props.flow} onGo={props.onGo} />
      </div>
      {isFirst && props.above}
      <NewPasswordForm {...props} action="sign-up" autoComplete="email" finish={common.signUp}>
        {(errorOf) => (
          <>
            <WithStrength personal={[props.typedAddress.split('@')[0] ?? '']}>
              <PasswordField kind="new" error={errorOf('password')} />
            </WithStrength>
            <Field
              name="name"
              label={common.name}
              note={common.optional}
              autoComplete="name"
              autoCapitalize="words"
              error={errorOf('name')}
            />
          </>
        )}
      </NewPasswordForm>
      <p {...partProps('foot')}>
        <span>{common.haveAccount}</span>
        <ViewLink to="login" onGo={props.onGo}>
          {common.signIn}
        </ViewLink>
      </p>
    </>
  )
}
