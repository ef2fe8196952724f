import type { Infer } from 'superstruct'
import { safetySteps, type safety, type SafetyStep } from '#protocol/safety.ts'
import { signInMethods } from '#protocol/sign-in-methods.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import type { RateLimits } from '../limits/limits.ts'
import { isKnownBreached } from '../passwords/breached-notice.ts'
import type { Account } from '../store/schema/accounts.ts'
import { canRequireLevel2, methodsReaching } from '../two-step/account-level.ts'
import type { SecondMethodServices } from '../two-step/method-listing.ts'

interface Services extends SecondMethodServices {
  rateLimits: RateLimits
}

const MAX_STEPS = 3

/** Number of recovery codes from which others should be made. */
const FEW_CODES = 2

const dangers: ReadonlySet<SafetyStep> = new Set([
  'change_password',
  'confirm_passkey',
  'add_address',
])

/** Returns how safe an account is, and what its owner should do next. */
export async function safetyOf(
  services: Services,
  account: Account,
): Promise<Infer<typeof safety>> {
  const { authenticatorApps, passkeys, rateLimits, recoveryCodes } = services
  const [apps, own, codesLeft, reaching, canRequire, isBreached] = await Promise.all([
    authenticatorApps.of(account.id),
    passkeys.of(account.id),
    recoveryCodes.left(account.id),
    methodsReaching(services, account, 2),
    canRequireLevel2(services, account),
    isKnownBreached({ rateLimits }, account),
  ])
  const hasDevice = apps.length + own.length > 0
  const isDue: Readonly<Record<SafetyStep, boolean>> = {
    change_password: isBreached,
    confirm_passkey: own.some(({ state }) => state === 'suspect'),
    add_address: recipientsOf(account).length === 0,
    add_device: !reaching.some(({ name }) => signInMethods[name].factor === 'device'),
    make_codes: hasDevice && codesLeft <= FEW_CODES,
    require_level: canRequire && account.requiredLevel === 1,
  }
  const steps = safetySteps.filter((step) => isDue[step]).slice(0, MAX_STEPS)
  const isDemanded = account.requiredLevel > 1 && reaching.length > 0
  const state = steps.some((step) => dangers.has(step)) ? 'danger' : isDemanded ? 'good' : 'basic'
  return { state, steps }
}
