import { is, number, object, optional, string, enums, type Infer } from 'superstruct'
import type { Purpose } from '#protocol/code-types.ts'
import type { Instance } from '../instance.ts'
import type { Address } from './address.ts'

/** As long as a code works; what is older is not gone on with. */
const CODE_LIFE_MS = 10 * 60 * 1000

const record = object({
  address: object({
    channel: enums(['email', 'mobile']),
    value: string(),
    shown: optional(string()),
  }),
  sentAt: number(),
  /** When the next code may be asked for. */
  nextAt: number(),
})

/** An address that a code is on its way to, for a page that is loaded again. */
export interface KeptCodeStep {
  /** Keeps it, with the seconds until the next code. */
  keep(address: Address, wait: number): void
  read(): { address: Address; wait: number } | undefined
  forget(): void
}

/** Keeps it for this tab, on pages of our own only; on others it is the page's own business. */
export function keptCodeStep(instance: Instance, purpose: Purpose): KeptCodeStep {
  const key = `passport-code-${purpose}`

  function withStorage<Result>(act: (storage: Storage) => Result): Result | undefined {
    if (instance.$settings.get().pages === undefined) return undefined
    try {
      return act(sessionStorage)
    } catch {
      // Storage may be closed to the page, or hold what nobody here wrote.
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
