import type { AssertedCredential } from '#protocol/passkeys.ts'
import type { Call } from '../calls/call.ts'
import { checkAnswer } from '../passkeys/check-answer.ts'
import { redeemAnswer } from '../passkeys/note-copy.ts'
import type { Passkeys } from '../passkeys/passkeys.ts'
import type { Answering, PasskeyServices } from '../passkeys/read-client-data.ts'
import type { SignInMethod, VerifiedAnswer } from './sign-in-method.ts'

/** A passkey of the account. */
export const passkey: SignInMethod<
  Pick<Call<PasskeyServices>, 'app' | 'caller' | 'now' | 'services'>,
  { credential: AssertedCredential } & Pick<Answering, 'purpose' | 'session'>,
  VerifiedAnswer<{ passkeys: Passkeys }>
> = {
  list: async ({ passkeys }, account) => {
    const own = await passkeys.of(account.id)
    const count = own.filter(({ state }) => state === 'active').length
    return count === 0 ? [] : [{ count }]
  },
  isAvailable: ({ config }) => config.hasPasskeys,
  verify: async (context, account, { credential, ...answering }) => {
    const answer = await checkAnswer(context, credential, { ...answering, accountId: account.id })
    return { use: (tx) => redeemAnswer(tx, answer) }
  },
}
