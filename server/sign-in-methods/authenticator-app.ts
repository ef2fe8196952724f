import type { AuthenticatorApps } from '../authenticator-apps/authenticator-apps.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import { countProofAttempt, type ProofAttempts } from '../two-step/proof-attempts.ts'
import type { TrustedDevices } from '../two-step/trusted-devices.ts'
import type { SignInMethod, VerifiedAnswer } from './sign-in-method.ts'

export interface AppServices {
  authenticatorApps: AuthenticatorApps
  proofAttempts: ProofAttempts
  trustedDevices: TrustedDevices
}

/** The code that an authenticator app of the account shows. */
export const authenticatorApp: SignInMethod<
  Pick<Call<AppServices>, 'services' | 'caller'>,
  { code: string },
  VerifiedAnswer<AppServices>
> = {
  list: async ({ authenticatorApps }, account) => {
    const count = (await authenticatorApps.of(account.id)).length
    return count === 0 ? [] : [{ count }]
  },
  isAvailable: () => true,
  verify: async ({ services, caller }, account, { code }) => {
    const keys = await countProofAttempt(services, account.id, caller.webId)
    const match = await services.authenticatorApps.match(account.id, code)
    if (match === undefined) throw new PassportError('code_error')
    return {
      use: async (tx) => {
        if (!(await tx.authenticatorApps.use(match))) throw new PassportError('code_used')
        await tx.proofAttempts.clear(keys)
      },
    }
  },
}
