// Signing up and resetting a password in one file: they share most of what they are.
import { useCallback, type ReactNode } from 'react'
import { createResetPasswordFlow } from '../flows/reset-password.ts'
import { createSignUpFlow } from '../flows/sign-up.ts'
import { createUserNameSignUpFlow, type UserNameSignUpFlow } from '../flows/user-name-sign-up.ts'
import type { Instance } from '../../base/instance.ts'
import { useFrame, useMessages } from '../../ui/frame.tsx'
import type { LazyProps } from '../../ui/screen-props.ts'
import { ResetPasswordScreen } from './reset-password/screen.tsx'
import { UserNameSignUpScreen } from './sign-up/by-user-name.tsx'
import { SignUpScreen } from './sign-up/screen.tsx'
import { WithFlow } from '../../ui/with-flow.tsx'

/** The screen of making an account. */
export function SignUp(props: LazyProps<'sign-up'>): ReactNode {
  const { signUpBy } = useFrame().settings
  const { userNameWrong } = useMessages().newPassword
  const byUserName = useCallback(
    (of: Instance): UserNameSignUpFlow => createUserNameSignUpFlow(of, userNameWrong),
    [userNameWrong],
  )
  return signUpBy === 'user-name' ? (
    <WithFlow {...props} screen={UserNameSignUpScreen} create={byUserName} />
  ) : (
    <WithFlow {...props} screen={SignUpScreen} create={createSignUpFlow} />
  )
}

/** The screen of setting a new password. */
export function ResetPassword(props: LazyProps<'reset-password'>): ReactNode {
  return <WithFlow {...props} screen={ResetPasswordScreen} create={createResetPasswordFlow} />
}
