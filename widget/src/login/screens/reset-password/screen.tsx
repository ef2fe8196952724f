import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { NewPasswordFlow } from '../../flows/new-password.ts'
import { useMessages } from '../../../ui/frame.tsx'
import { Head } from '../../../ui/head.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { FootLink } from '../../../ui/view-link.tsx'
import { NewPasswordForm } from '../new-password-form.tsx'
import { FormErrorNotice } from '../../../ui/form-error-notice.tsx'
import type { ScreenProps } from '../../../ui/screen-props.ts'
import { WithStrength } from '../../../ui/strength.tsx'

/** Setting a new password. */
export function ResetPasswordScreen(props: ScreenProps<NewPasswordFlow>): ReactNode {
  const { common } = useMessages()
  const { step } = useStore(props.flow.code.$state)
  const ticket = useStore(props.flow.$ticket)
  return (
    <>
      <Head
        title={common.resetPassword}
        text={step === 'address' && ticket === '' ? common.resetIntro : undefined}
        hasFocus={props.hasFocus}
      />
      <NewPasswordForm
        {...props}
        action="reset-password"
        autoComplete="username"
        finish={common.setPassword}
      >
        <WithStrength personal={[props.typedAddress.split('@')[0] ?? '']}>
          <PasswordField kind="new" />
        </WithStrength>
      </NewPasswordForm>
      <FormErrorNotice flow={props.flow} onGo={props.onGo} />
      <FootLink to="login" onGo={props.onGo}>
        {common.backToSignIn}
      </FootLink>
    </>
  )
}
