import type { MethodsFor } from '#protocol/sign-in-methods.ts'
import { createAddressCode } from './address-code.ts'
import { authenticatorApp } from './authenticator-app.ts'
import { passkey } from './passkey.ts'
import { password } from './password.ts'
import { provider } from './provider.ts'
import { recoveryCode } from './recovery-code.ts'
import type { SignInMethod } from './sign-in-method.ts'

/** Every method for two-step verification and step-up. */
export const signInMethods = {
  passkey,
  authenticatorApp,
  smsCode: createAddressCode('mobile'),
  emailCode: createAddressCode('email'),
  password,
  recoveryCode,
  provider,
} satisfies Record<MethodsFor<'second' | 'stepUp'>, SignInMethod<never, never, unknown>>

/** The methods by name. */
export type SignInMethods = typeof signInMethods
