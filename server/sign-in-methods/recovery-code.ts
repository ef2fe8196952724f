import type { Accounts } from '../accounts/accounts.ts'
import { notifyOwner, type NotifyServices } from '../accounts/notify.ts'
import type { Call } from '../calls/call.ts'
import type { Events } from '../events/events.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { needsRecoveryCodes, type MethodServices } from '../recovery-codes/need-codes.ts'
import type { RecoveryCodeRepository } from '../store/recovery-code-repository.ts'
import { countProofAttempt, type ProofAttempts } from '../two-step/proof-attempts.ts'
import type { TrustedDevices } from '../two-step/trusted-devices.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { SignInMethod, VerifiedAnswer } from './sign-in-method.ts'

export interface RecoveryServices extends MethodServices, NotifyServices {
  accounts: Accounts
  events: Events
  passwords: Passwords
  proofAttempts: ProofAttempts
  recoveryCodes: RecoveryCodeRepository
  trustedDevices: TrustedDevices
}

/** One of the codes that stand in for a lost authenticator app. */
export const recoveryCode: SignInMethod<
  Pick<Call<RecoveryServices>, 'services' | 'app' | 'caller' | 'operation' | 'signal'>,
  { code: string },
  VerifiedAnswer<RecoveryServices>
> = {
  list: async (services, account) => {
    const isNeeded = await standIn(services, account)
    return isNeeded && (await services.recoveryCodes.left(account.id)) > 0 ? [{}] : []
  },
  isAvailable: () => true,
  verify: async (context, account, { code }) => {
    const { passwords, recoveryCodes } = context.services
    const keys = await countProofAttempt(context.services, account.id, context.caller.webId)
    const isNeeded = await standIn(context.services, account)
    const salt = isNeeded ? await recoveryCodes.saltOf(account.id) : undefined
    if (salt === undefined) throw new PassportError('code_error')
    const { hashes } = await passwords.hashBySalt([code], context.signal(), salt)
    const [hash = ''] = hashes
    if (!(await recoveryCodes.has(account.id, hash))) throw new PassportError('code_error')
    return {
      use: async (tx) => {
        if (!(await tx.recoveryCodes.use(account.id, hash, tx.clock()))) {
          throw new PassportError('code_used')
        }
        await tx.proofAttempts.clear(keys)
        await tx.events.note(context, 'recovery_code_used', account.id)
        await notifyOwner(tx, context, account, { event: 'recovery_code_used' })
      },
    }
  },
}

// For a method, or for one that was taken back while the account goes on demanding it.
async function standIn(services: MethodServices, { id, requiredLevel }: Account): Promise<boolean> {
  return requiredLevel > 1 || (await needsRecoveryCodes(services, id))
}
