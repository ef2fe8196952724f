import type { AuthenticatorApps } from '../authenticator-apps/authenticator-apps.ts'
import type { Call } from '../calls/call.ts'
import { MAX_WRONG_CODES, type CodeAttempts } from '../codes/code-attempts.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { TrustedDevices } from '../two-step/trusted-devices.ts'
import type { SignInMethod, VerifiedAnswer } from './sign-in-method.ts'

export interface AppServices {
  authenticatorApps: AuthenticatorApps
  codeAttempts: CodeAttempts
  trustedDevices: TrustedDevices
}

/** The code that an authenticator app of the account shows. */
export const authenticatorApp: SignInMethod<
  Pick<Call<AppServices>, 'services' | 'caller'>,
  { code: string },
  VerifiedAnswer<AppServices>
> = {
  list: async ({ authenticatorApps }, account) =>
    (await authenticatorApps.of(account.id)).length === 0 ? [] : [{}],
  isAvailable: () => true,
  verify: async ({ services, caller }, account, { code }) => {
    const { authenticatorApps, codeAttempts, trustedDevices } = services
    const isKnown = await trustedDevices.isKnown(account.id, caller.webId)
    const browser = isKnown ? trustedDevices.hashOf(caller.webId) : ''
    const key = authenticatorApps.attemptsKey(account.id, browser)
    const before = await codeAttempts.requireOpen(key)
    // Counted before it is compared, so that simultaneous guesses cannot exceed the limit.
    const failures = await codeAttempts.fail(key)
    if (failures > Math.max(MAX_WRONG_CODES, before + 1)) await codeAttempts.requireOpen(key)
    const match = await authenticatorApps.match(account.id, code)
    if (match === undefined) throw new PassportError('code_error')
    return {
      use: async (tx) => {
        if (!(await tx.authenticatorApps.use(match))) throw new PassportError('code_used')
        await tx.codeAttempts.clear([key])
      },
    }
  },
}
