// Signing up and resetting a password in one file: they share most of what they are.
import type { ReactNode } from 'react'
import { createResetPasswordFlow } from '../flows/reset-password.ts'
import { createSignUpFlow } from '../flows/sign-up.ts'
import type { LazyProps } from './lazy-screens.ts'
import { ResetPasswordScreen } from './reset-password/screen.tsx'
import { SignUpScreen } from './sign-up/screen.tsx'
import { WithFlow } from './with-flow.tsx'

/** The screen of making an account. */
export function SignUp(props: LazyProps<'sign-up'>): ReactNode {
  return <WithFlow {...props} screen={SignUpScreen} create={createSignUpFlow} />
}

/** The screen of setting a new password. */
export function ResetPassword(props: LazyProps<'reset-password'>): ReactNode {
  return <WithFlow {...props} screen={ResetPasswordScreen} create={createResetPasswordFlow} />
}
