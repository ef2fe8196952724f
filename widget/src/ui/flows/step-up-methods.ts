import type { AddressCodeWireName } from '#protocol/sign-in-methods.ts'
import type { Account } from '../../client/calls/account.ts'
import type { TwoStepMethod } from '../../client/second-verify.ts'

/** A code to a proved address of the account. */
interface AddressCodeMethod extends TwoStepMethod {
  way: AddressCodeWireName
}

/** Returns the methods that an account has for a proof; an address about to change can come first. */
export function ownMethods(user: Account, first?: 'email' | 'mobile'): TwoStepMethod[] {
  // Nothing is sent there; it shows whose password is asked for.
  const account = user.email || user.username || user.mobile
  const password: TwoStepMethod[] = user.hasPassword ? [{ way: 'pwd_verify', sentTo: account }] : []
  return [...addressCodeMethods(user, first), ...password]
}

/** Returns the methods that a step-up takes. */
export function stepUpMethods(user: Account, first?: 'email' | 'mobile'): TwoStepMethod[] {
  return demandedMethods(user) ?? ownMethods(user, first)
}

/** Returns the methods that change an address: a code to one, or what the account demands instead. */
export function addressChangeMethods(user: Account, first?: 'email' | 'mobile'): TwoStepMethod[] {
  return demandedMethods(user) ?? addressCodeMethods(user, first)
}

function demandedMethods({ stepUpWays }: Account): TwoStepMethod[] | undefined {
  return stepUpWays.length === 0 ? undefined : stepUpWays.map((way) => ({ way, sentTo: '' }))
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
