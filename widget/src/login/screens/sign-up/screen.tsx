import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { NewPasswordFlow } from '../../flows/new-password.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { useMessages } from '../../../ui/frame.tsx'
import { Heading } from '../../../ui/heading.tsx'
import { hasNoFocus } from '../../../base/keep-typed.ts'
import { partProps } from '../../../ui/part-props.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { FootLink } from '../../../ui/view-link.tsx'
import { NewPasswordForm } from '../new-password-form.tsx'
import { FormErrorNotice } from '../../../ui/form-error-notice.tsx'
import type { ScreenProps } from '../../../ui/screen-props.ts'
import { WithStrength } from '../../../ui/strength.tsx'

/** Making an account for an address. */
export function SignUpScreen(props: ScreenProps<NewPasswordFlow>): ReactNode {
  const { common, newPassword } = useMessages()
  const hasPassword = useStore(props.flow.$hasPassword)
  const head = useRef<HTMLDivElement>(null)
  // The link that asked for more fields is gone, and its focus with it.
  useEffect(() => {
    if (!hasPassword || !hasNoFocus()) return
    head.current?.parentElement?.querySelector<HTMLElement>('[name=code]')?.focus()
  }, [hasPassword])
  const isFirst = useStore(props.flow.code.$state).step === 'address'
  return (
    <>
      <div {...partProps('head')} ref={head}>
        <Heading hasFocus={props.hasFocus}>{common.signUp}</Heading>
      </div>
      {isFirst && props.above}
      <NewPasswordForm {...props} action="sign-up" autoComplete="email" finish={common.signUp}>
        {hasPassword ? (
          <>
            <WithStrength personal={[props.typedAddress.split('@')[0] ?? '']}>
              <PasswordField kind="new" />
            </WithStrength>
            <Field
              name="name"
              label={common.name}
              note={common.optional}
              autoComplete="name"
              autoCapitalize="words"
            />
          </>
        ) : (
          <LinkButton onClick={props.flow.askPassword}>{newPassword.withPassword}</LinkButton>
        )}
      </NewPasswordForm>
      <FormErrorNotice flow={props.flow} onGo={props.onGo} />
      <FootLink before={common.haveAccount} to="login" onGo={props.onGo}>
        {common.signIn}
      </FootLink>
    </>
  )
}
