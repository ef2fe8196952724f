import { is, number, object, optional, string, enums, type Infer } from 'superstruct'
import type { Purpose } from '#protocol/code-types.ts'
import type { Instance } from '../instance.ts'
import type { Address } from './address.ts'

/** Lifetime of a code, in milliseconds. */
const CODE_LIFE_MS = 10 * 60 * 1000

const record = object({
  address: object({
    channel: enums(['email', 'mobile']),
    value: string(),
    shown: optional(string()),
  }),
  sentAt: number(),
  /** Time from which another code may be requested. */
  nextAt: number(),
})

/** Stores the address that a code was sent to, so that a reload can continue. */
export interface KeptCodeStep {
  /** Stores an address with the seconds until the next code. */
  keep(address: Address, wait: number): void
  read(): { address: Address; wait: number } | undefined
  forget(): void
}

/** Uses the session storage, on pages of the account server only. */
export function keptCodeStep(instance: Instance, purpose: Purpose): KeptCodeStep {
  const key = `passport-code-${purpose}`

  function withStorage<Result>(act: (storage: Storage) => Result): Result | undefined {
    if (instance.$settings.get().pages === undefined) return undefined
    try {
      return act(sessionStorage)
    } catch {
      // Storage may be forbidden, or hold something else under this key.
      return undefined
    }
  }

  return {
    keep(address, wait) {
      const now = Date.now()
      const kept: Infer<typeof record> = { address, sentAt: now, nextAt: now + wait * 1000 }
      withStorage((storage) => storage.setItem(key, JSON.stringify(kept)))
    },
    read: () =>
      withStorage((storage) => {
        const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null')
        if (!is(kept, record) || Date.now() - kept.sentAt > CODE_LIFE_MS) return undefined
        const wait = Math.max(0, Math.ceil((kept.nextAt - Date.now()) / 1000))
        return { address: kept.address, wait }
      }),
    forget() {
      withStorage((storage) => storage.removeItem(key))
    },
  }
}
