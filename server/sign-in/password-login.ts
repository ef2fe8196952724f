import type { User } from '#protocol/objects.ts'
import { requireUsable } from '../accounts/accounts.ts'
import type { Call } from '../calls/call.ts'
import { captchaForLogin } from '../captcha/require-captcha.ts'
import { checkPassword, lockWithSamePassword } from '../passwords/check-password.ts'
import type { Login } from '../store/recipient.ts'
import { checkRisk } from '../two-step/risk-check.ts'
import { describeUser, signIn } from './sign-in.ts'
import type { Services } from '../services/services.ts'

/** The payload of a sign-in by password, besides the login. */
export interface PasswordLogin {
  password: string
  need_frozen_user: 0 | 1
  next?: string | undefined
  service?: string | undefined
}

/** @throws what `checkPassword`, `requireUsable`, `checkRisk` and `signIn` throw */
export async function loginByPassword(
  context: Call<Services>,
  login: Login,
  options: PasswordLogin,
): Promise<User> {
  const { account, isBreached, ...hints } = await checkPassword(
    context,
    login,
    options.password,
    captchaForLogin(context, login),
  )
  if (account.state === 'frozen' && options.need_frozen_user === 1) {
    return describeUser(context, account)
  }
  requireUsable(account)
  await checkRisk(context, account, {
    firstFactor: 'knowledge',
    subject: login.text,
    isBreached,
  })
  return await signIn(context, options.next ?? options.service, async (tx) => ({
    account: await lockWithSamePassword(tx, account),
    isNew: false,
    method: 'password',
    ...hints,
  }))
}
