import type { Channel, CodeTypeNumber } from '#protocol/code-types.ts'
import { codeMethods, signInMethods } from '#protocol/sign-in-methods.ts'
import { checkCode, type CodeContext } from '../codes/check-code.ts'
import type { Codes } from '../codes/codes.ts'
import { sendCodeTo, type SendContext } from '../codes/send-code.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Recipient } from '../store/recipient.ts'
import type { SignInMethod, VerifiedAnswer } from './sign-in-method.ts'
import type { Account } from '../store/schema/accounts.ts'

/** A code that the owner entered; `type` is by default that of step-up codes. */
export interface CodeAnswer {
  code: string
  type?: number
}

/** The method of codes to one address of an account. */
export type AddressCode = SignInMethod<
  CodeContext & SendContext,
  CodeAnswer,
  VerifiedAnswer<{ codes: Codes }>
>

/** Returns the method of codes to the account's address of one channel. */
export function createAddressCode(channel: Channel): AddressCode & Required<AddressCode> {
  const stepUpType: CodeTypeNumber = signInMethods[codeMethods[channel]].codeType
  return {
    list: (_services, account) => {
      const address = account[channel]
      return Promise.resolve(address === null ? [] : [{ recipient: { channel, address } }])
    },
    isAvailable: ({ outbox }) => outbox.canSend(channel),
    challenge: (context, account) => sendCodeTo(context, addressOf(account, channel), stepUpType),
    verify: async (context, account, { code, type = stepUpType }) => {
      const proof = await checkCode(context, addressOf(account, channel), type, code)
      return { use: (tx) => tx.codes.use(proof) }
    },
  }
}

function addressOf(account: Account, channel: Channel): Recipient {
  const address = account[channel]
  if (address === null) throw new PassportError('binding_not_exist')
  return { channel, address }
}
