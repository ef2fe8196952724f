import type { User } from '#protocol/objects.ts'
import type { SecondWay } from '../client/second-verify.ts'

/** Methods that an account has for a step-up: an address that is to change first, since it is the one told. */
export function stepUpMethods(user: User, first?: 'email' | 'mobile'): SecondWay[] {
  const mobile: SecondWay[] =
    user.mobile === '' ? [] : [{ way: 'mobile_sms_verify', sentTo: user.mobile }]
  // An address that nobody has confirmed proves nothing.
  const email: SecondWay[] =
    user.email === '' || !user.email_collected
      ? []
      : [{ way: 'email_code_verify', sentTo: user.email }]
  // Nothing is sent there; it says whose password is meant.
  const account = user.email || user.user_unique_name || user.mobile
  const password: SecondWay[] =
    user.has_password === 1 ? [{ way: 'pwd_verify', sentTo: account }] : []
  return first === 'email' ? [...email, ...mobile, ...password] : [...mobile, ...email, ...password]
}
