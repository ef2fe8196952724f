import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { LinkedAccounts } from '../linked-accounts/linked-accounts.ts'
import {
  readCallback,
  withReturnUrl,
  type CallbackParams,
  type OauthCallbackServices,
  type ProviderCallback,
} from '../providers/oauth-callback.ts'
import type { SignInMethod } from './sign-in-method.ts'

export interface ProviderServices extends OauthCallbackServices {
  linkedAccounts: LinkedAccounts
}

/** A linked account at a provider; the answer is the query of the callback. */
export const provider: SignInMethod<Call<ProviderServices>, CallbackParams, ProviderCallback> = {
  list: async ({ linkedAccounts }, account) => {
    const linked = await linkedAccounts.of(account.id)
    return linked.map((one) => ({ label: one.provider }))
  },
  isAvailable: () => true,
  verify: async (context, account, answer) => {
    const callback = await readCallback(context, answer, ['verify', 'delete_account'])
    const { platform, sub } = callback.profile
    const linked = await context.services.linkedAccounts.find(platform, sub)
    if (linked?.accountId !== account.id) {
      const error = linked === undefined ? 'binding_not_exist' : 'connect_switch'
      throw withReturnUrl(new PassportError(error), callback)
    }
    return callback
  },
}
