import type { User } from '#protocol/objects.ts'
import { requireUsable } from '../accounts/accounts.ts'
import type { Call } from '../calls/call.ts'
import { captchaForLogin, type RequireCaptchaServices } from '../captcha/require-captcha.ts'
import type { LinkedAccounts } from '../linked-accounts/linked-accounts.ts'
import {
  checkPassword,
  lockWithSamePassword,
  type CheckPasswordServices,
} from '../passwords/check-password.ts'
import type { Login } from '../store/recipient.ts'
import type { Transaction } from '../store/transaction.ts'
import { checkRisk } from '../two-step/risk-check.ts'
import { describeUser, signIn, type SignInServices } from './sign-in.ts'

/** Services that this module needs. */
export interface PasswordLoginServices
  extends SignInServices, CheckPasswordServices, RequireCaptchaServices {
  linkedAccounts: LinkedAccounts
  transaction: Transaction<PasswordLoginServices>
}

/** What a sign-in by password was asked for. */
export interface PasswordLogin {
  password: string
  need_frozen_user: 0 | 1
  next?: string | undefined
  service?: string | undefined
}

/**
 * Signs in with a password. @throws password_error, what a state of the account and a doubt about
 * the caller throw
 */
export async function loginByPassword(
  context: Call<PasswordLoginServices>,
  who: Login,
  call: PasswordLogin,
): Promise<User> {
  const { account, ...hints } = await checkPassword(
    context,
    who,
    call.password,
    captchaForLogin(context, who),
  )
  if (account.state === 'frozen' && call.need_frozen_user === 1)
    return describeUser(context, account)
  requireUsable(account)
  await checkRisk(context, account, { firstFactor: 'knowledge', about: who.text })
  return await signIn(context, call.next ?? call.service, async (tx) => ({
    account: await lockWithSamePassword(tx, account),
    isNew: false,
    ...hints,
  }))
}
