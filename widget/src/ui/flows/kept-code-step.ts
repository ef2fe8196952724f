import type { Purpose } from '#protocol/code-types.ts'
import type { Instance } from '../../base/instance.ts'
import type { Address } from '../../client/calls/address.ts'
import { createTabStorage } from './tab-storage.ts'

/** Lifetime of a code, in milliseconds. */
const CODE_LIFE_MS = 10 * 60 * 1000

interface StoredStep {
  address: Address
  sentAt: number
  /** Time from which another code may be requested. */
  nextAt: number
}

/** Stores the address that a code was sent to, so that a reload can continue: on pages of the account server only. */
export function keptCodeStep(instance: Instance, purpose: Purpose) {
  const stored = createTabStorage(isStep, () => `passport-code-${purpose}`)
  const isKept = (): boolean => instance.$settings.get().pages !== undefined

  return {
    /** Stores an address with the seconds until the next code. */
    keep(address: Address, wait: number) {
      const now = Date.now()
      if (isKept()) stored.write({ address, sentAt: now, nextAt: now + wait * 1000 })
    },
    read() {
      const kept = isKept() ? stored.read() : undefined
      if (kept === undefined || Date.now() - kept.sentAt > CODE_LIFE_MS) return undefined
      const wait = Math.max(0, Math.ceil((kept.nextAt - Date.now()) / 1000))
      return { address: kept.address, wait }
    },
    forget: stored.forget,
  }
}

// By hand, since the first screen has no structs.
function isStep(stored: unknown): stored is StoredStep {
  const { address, nextAt, sentAt } = (stored ?? {}) as Partial<StoredStep>
  const { channel, shown = '', value } = address ?? {}
  return (
    (channel === 'email' || channel === 'mobile') &&
    typeof value === 'string' &&
    typeof shown === 'string' &&
    typeof sentAt === 'number' &&
    typeof nextAt === 'number'
  )
}
