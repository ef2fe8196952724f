import type { Infer } from 'superstruct'
import { safetySteps, type safety, type SafetyStep } from '#protocol/safety.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import { isKnownBreached } from '../passwords/breached-notice.ts'
import type { Services } from '../services/services.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Passkey } from '../store/schema/proofs.ts'
import { areEnoughForLevel2, hasDevice, methodsReaching } from '../two-step/account-level.ts'

const MAX_STEPS = 3

/** Number of recovery codes from which others should be made. */
const FEW_CODES = 2

const dangers: ReadonlySet<SafetyStep> = new Set([
  'change_password',
  'confirm_passkey',
  'add_address',
])

/** Returns how safe an account with these methods is, and what its owner should do next. */
export async function safetyOf(
  services: Services,
  account: Account,
  { own, codesLeft }: { own: readonly Passkey[]; codesLeft: number },
): Promise<Infer<typeof safety>> {
  const [reaching, isBreached] = await Promise.all([
    methodsReaching(services, account, 2),
    isKnownBreached(services, account),
  ])
  const isSuspect = own.some(({ state }) => state === 'suspect')
  const isDue: Readonly<Record<SafetyStep, boolean>> = {
    change_password: isBreached,
    confirm_passkey: isSuspect,
    add_address: recipientsOf(account).length === 0,
    add_device: !hasDevice(reaching),
    make_codes: (isSuspect || hasDevice(reaching)) && codesLeft <= FEW_CODES,
    require_level: areEnoughForLevel2(reaching) && account.requiredLevel === 1,
  }
  const steps = safetySteps.filter((step) => isDue[step]).slice(0, MAX_STEPS)
  const isDemanded = account.requiredLevel > 1 && reaching.length > 0
  const state = steps.some((step) => dangers.has(step)) ? 'danger' : isDemanded ? 'good' : 'basic'
  return { state, steps }
}
