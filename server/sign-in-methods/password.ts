import {
  checkPasswordOf,
  lockWithSamePassword,
  type CheckPasswordServices,
  type PasswordContext,
} from '../passwords/check-password.ts'
import type { SignInMethod, VerifiedAnswer } from './sign-in-method.ts'

/** The password of the account. */
export const password: SignInMethod<
  PasswordContext,
  { password: string },
  VerifiedAnswer<CheckPasswordServices>
> = {
  list: (_services, account) => Promise.resolve(account.passwordHash === null ? [] : [{}]),
  isAvailable: () => true,
  verify: async (context, account, answer) => {
    const attemptsKey = await checkPasswordOf(context, account, answer.password)
    return {
      use: async (tx) => {
        await lockWithSamePassword(tx, account)
        await tx.passwordAttempts.clear([attemptsKey])
      },
    }
  },
}
