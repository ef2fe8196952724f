import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import { DAY_MS, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { FormerAddressRepository } from '../store/former-address-repository.ts'
import type { Recipient } from '../store/recipient.ts'

/** Addresses that were removed from an account, and keyed hashes of those of erased accounts. */
export interface FormerAddresses extends Pick<
  FormerAddressRepository,
  'addFormer' | 'listFormer' | 'formerOwners'
> {
  /** Blocks the address of an erased account for CLOSED_ADDRESS_DAYS. */
  block(recipient: Recipient): Promise<void>
  /** @throws account_limited for an address whose account was erased recently */
  requireUnblocked(recipient: Recipient): Promise<void>
  /** Returns those of some recipients whose account was erased recently. */
  blocked(recipients: readonly Recipient[]): Promise<Recipient[]>
}

export function createFormerAddresses(
  repository: FormerAddressRepository,
  config: Pick<Config, 'CLOSED_ADDRESS_DAYS'>,
  secrets: Secrets,
  clock: Clock,
): FormerAddresses {
  const { CLOSED_ADDRESS_DAYS: days } = config
  const hashOf = ({ channel, address }: Recipient): string =>
    secrets.lasting('closed address', channel, address).toString('base64url')
  return {
    ...repository,
    block: async (recipient) => {
      if (days > 0) await repository.addErased(hashOf(recipient), clock() + days * DAY_MS)
    },
    blocked: async (recipients) => {
      if (days === 0 || recipients.length === 0) return []
      const erased = new Set(await repository.erasedOf(recipients.map(hashOf), clock()))
      return recipients.filter((recipient) => erased.has(hashOf(recipient)))
    },
    requireUnblocked: async (recipient) => {
      if (days > 0 && (await repository.isErased(hashOf(recipient), clock()))) {
        throw new PassportError('account_limited')
      }
    },
  }
}
