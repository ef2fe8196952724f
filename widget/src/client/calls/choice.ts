import { array, mask } from 'superstruct'
import { membershipInfo } from '#protocol/objects.ts'
import { smsLoginContinue } from '#protocol/web/login.ts'
import type { PassportError } from '../errors.ts'
import { toMembership } from './memberships.ts'
import type { Send } from './send.ts'

/** What a sign-in that waits for a choice goes on with. */
export type SignInChoice = { membershipId: string } | 'new account'

/** Reads a sign-in that waits: its key, and the memberships to choose from; none for a new address. */
export function choiceOf({ data }: Pick<PassportError, 'data'>) {
  const { sms_login_key: key, subject_list: list = [] } = data
  return {
    key: typeof key === 'string' ? key : '',
    members: mask(list, array(membershipInfo)).map(toMembership),
  }
}

export function continueSignIn(send: Send, key: string, choice: SignInChoice) {
  return send(smsLoginContinue, {
    sms_login_key: key,
    ...(choice === 'new account'
      ? { confirm_register: 1 }
      : { user_identity_id: choice.membershipId }),
  })
}
