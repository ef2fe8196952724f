import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import { DAY_MS, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { FormerAddressRepository } from '../store/former-address-repository.ts'
import type { Recipient } from '../store/recipient.ts'

/** Addresses that were removed from an account, and keyed hashes of those of erased accounts. */
export type FormerAddresses = ReturnType<typeof createFormerAddresses>

export function createFormerAddresses(
  repository: FormerAddressRepository,
  config: Pick<Config, 'CLOSED_ADDRESS_DAYS'>,
  secrets: Secrets,
  clock: Clock,
) {
  const { CLOSED_ADDRESS_DAYS: days } = config
  const hashOf = ({ channel, address }: Recipient): string =>
    secrets.lasting('closed address', channel, address).toString('base64url')
  return {
    addFormer: repository.addFormer,
    listFormer: repository.listFormer,
    allFormer: repository.allFormer,
    formerOwners: repository.formerOwners,
    /** Blocks the address of an erased account for CLOSED_ADDRESS_DAYS. */
    block: async (recipient: Recipient): Promise<void> => {
      if (days > 0) await repository.addErased(hashOf(recipient), clock() + days * DAY_MS)
    },
    /** Returns those of some recipients whose account was erased recently. */
    blocked: async (recipients: readonly Recipient[]): Promise<Recipient[]> => {
      if (days === 0 || recipients.length === 0) return []
      const erased = new Set(await repository.erasedOf(recipients.map(hashOf), clock()))
      return recipients.filter((recipient) => erased.has(hashOf(recipient)))
    },
    /** @throws account_limited for an address whose account was erased recently */
    requireUnblocked: async (recipient: Recipient): Promise<void> => {
      if (days > 0 && (await repository.isErased(hashOf(recipient), clock()))) {
        throw new PassportError('account_limited')
      }
    },
  }
}
