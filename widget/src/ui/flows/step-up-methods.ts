import type { AddressCodeWireName } from '#protocol/sign-in-methods.ts'
import type { Account } from '../../client/calls/account.ts'
import type { TwoStepMethod } from '../../client/second-verify.ts'

/** A code to a proved address of the account. */
interface AddressCodeMethod extends TwoStepMethod {
  way: AddressCodeWireName
}

/** Returns the methods of an account for a step-up; an address about to change can come first. */
export function stepUpMethods(user: Account, first?: 'email' | 'mobile'): TwoStepMethod[] {
  // Nothing is sent there; it shows whose password is asked for.
  const account = user.email || user.username || user.mobile
  const password: TwoStepMethod[] = user.hasPassword ? [{ way: 'pwd_verify', sentTo: account }] : []
  return [...addressCodeMethods(user, first), ...password]
}

/** Returns only the methods that prove an address by a code. */
export function addressCodeMethods(user: Account, first?: 'email' | 'mobile'): AddressCodeMethod[] {
  const mobile: AddressCodeMethod[] =
    user.mobile === '' ? [] : [{ way: 'mobile_sms_verify', sentTo: user.mobile }]
  // An unverified address proves nothing.
  const email: AddressCodeMethod[] =
    user.email === '' || !user.isEmailProved
      ? []
      : [{ way: 'email_code_verify', sentTo: user.email }]
  return first === 'email' ? [...email, ...mobile] : [...mobile, ...email]
}
