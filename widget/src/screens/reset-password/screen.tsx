import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { NewPasswordFlow } from '../../flows/new-password.ts'
import { useMessages } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { part } from '../../ui/part.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { ViewLink } from '../../ui/view-link.tsx'
import { NewPasswordForm } from '../new-password-form.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import type { ScreenProps } from '../screen-props.ts'
import { WithStrength } from '../strength.tsx'

/** Setting a new password. */
export function ResetPasswordScreen(props: ScreenProps<NewPasswordFlow>): ReactNode {
  const { common } = useMessages()
  const { step } = useStore(props.flow.code.$state)
  const ticket = useStore(props.flow.$ticket)
  return (
    <>
      <div {...part('head')}>
        <Heading hasFocus={props.isReplacing}>{common.resetPassword}</Heading>
        {step === 'address' && ticket === '' && (
          <p {...part('text', 'intro')}>{common.resetIntro}</p>
        )}
        <ProblemNotice flow={props.flow} onGo={props.onGo} />
      </div>
      <NewPasswordForm
        {...props}
        action="reset-password"
        autoComplete="username"
        finish={common.setPassword}
      >
        {(errorOf) => (
          <WithStrength personal={[props.typedAddress.split('@')[0] ?? '']}>
            <PasswordField kind="new" error={errorOf('password')} />
          </WithStrength>
        )}
      </NewPasswordForm>
      <p {...part('foot')}>
        <ViewLink to="login" onGo={props.onGo}>
          {common.backToSignIn}
        </ViewLink>
      </p>
    </>
  )
}
