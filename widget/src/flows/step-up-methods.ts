import type { User } from '#protocol/objects.ts'
import type { TwoStepMethod } from '../client/second-verify.ts'

/** Returns the methods of an account for a step-up; an address about to change can come first. */
export function stepUpMethods(user: User, first?: 'email' | 'mobile'): TwoStepMethod[] {
  const mobile: TwoStepMethod[] =
    user.mobile === '' ? [] : [{ way: 'mobile_sms_verify', sentTo: user.mobile }]
  // An unverified address proves nothing.
  const email: TwoStepMethod[] =
    user.email === '' || !user.email_collected
      ? []
      : [{ way: 'email_code_verify', sentTo: user.email }]
  // Nothing is sent there; it shows whose password is asked for.
  const account = user.email || user.user_unique_name || user.mobile
  const password: TwoStepMethod[] =
    user.has_password === 1 ? [{ way: 'pwd_verify', sentTo: account }] : []
  return first === 'email' ? [...email, ...mobile, ...password] : [...mobile, ...email, ...password]
}
