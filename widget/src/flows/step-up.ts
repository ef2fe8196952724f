import type { User } from '#protocol/objects.ts'
import type { SecondWay } from '../client/second-verify.ts'
import type { Instance } from '../instance.ts'
import { createTwoStepFlow, type TwoStepFlow } from './two-step.ts'

/** A proof that a step of the account waits for. */
export interface StepUp {
  flow: TwoStepFlow
  ways: readonly SecondWay[]
}

/** How an account can be proved: an address that is to change first, since it is the one told. */
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

/** Begins a proof; undefined where the account has no way to give one. */
export function beginStepUp(
  instance: Instance,
  ways: readonly SecondWay[],
  done: { onProved: (ticket: string) => void; onClose: () => void },
): StepUp | undefined {
  const [first] = ways
  if (first === undefined) return undefined
  const flow = createTwoStepFlow(
    instance,
    {
      wanted: { smsCodeKey: '', verifyTicket: '', reason: '', ways },
      pass: (_, ticket) => done.onProved(ticket),
      close: done.onClose,
    },
    first,
  )
  return { flow, ways }
}
