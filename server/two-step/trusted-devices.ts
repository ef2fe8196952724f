import type { Secrets } from '../config/secrets.ts'
import type { Clock } from '../lib/clock.ts'
import type { Recipient } from '../store/recipient.ts'
import {
  DEVICE_TRUST_MS,
  type TrustedDeviceRepository,
} from '../store/trusted-device-repository.ts'

/**
 * Browsers that completed a sign-in. An unknown one is a reason to ask for a second proof; a known one
 * has limits of its own, which others cannot use up.
 */
export type TrustedDevices = ReturnType<typeof createTrustedDevices>

/** Returns the keyed hash by which a web id is stored. */
export function webIdHash(secrets: Secrets, webId: string): string {
  return secrets.lasting('web id', webId).toString('base64url')
}

export function createTrustedDevices(
  repository: TrustedDeviceRepository,
  secrets: Secrets,
  clock: Clock,
) {
  const hashOf = (webId: string): string => webIdHash(secrets, webId)
  const trust = async (accountId: string, webId: string, isSecondProved = false): Promise<number> =>
    webId === '' ? 0 : await repository.record(accountId, hashOf(webId), clock(), isSecondProved)
  return {
    browsersOf: repository.browsersOf,
    forget: repository.forget,
    /** Returns the keyed hash by which a web id is stored. */
    hashOf,
    isKnown: async (accountId: string, webId: string): Promise<boolean> =>
      webId !== '' &&
      (await repository.isKnown(accountId, hashOf(webId), clock() - DEVICE_TRUST_MS)),
    /** Returns when a browser last gave a second proof for the account, or 0. */
    secondProvedAt: async (accountId: string, webId: string): Promise<number> =>
      webId === '' ? 0 : await repository.secondProvedAt(accountId, hashOf(webId)),
    /** Returns the hash of a browser that the owner of an address has used; empty for any other. */
    knownBrowser: async (recipient: Recipient, webId: string): Promise<string> => {
      if (webId === '') return ''
      const hash = hashOf(webId)
      const since = clock() - DEVICE_TRUST_MS
      return (await repository.isKnownTo(recipient, hash, since)) ? hash : ''
    },
    /**
     * Records a sign-in, and a second proof if one was given. Returns when the browser last gave one,
     * or 0; does nothing for a browser without a web id.
     */
    trust,
    /** Trusts one browser and forgets all others, for example after a new password. */
    trustOnlyDevice: async (accountId: string, webId: string): Promise<void> => {
      await repository.forgetOthers(accountId, hashOf(webId))
      await trust(accountId, webId)
    },
  }
}
