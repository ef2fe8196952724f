import type { Secrets } from '../config/secrets.ts'
import type { Clock } from '../lib/clock.ts'
import {
  DEVICE_TRUST_MS,
  type TrustedDeviceRepository,
} from '../store/trusted-device-repository.ts'

/**
 * Browsers that people signed in with. Knowing a web id proves nothing; a browser that is not
 * known only makes the server ask for more.
 */
export interface TrustedDevices extends Pick<TrustedDeviceRepository, 'forget'> {
  /** The form a web id is kept in. */
  hashOf(webId: string): string
  isKnown(accountId: string, webId: string): Promise<boolean>
  /** Notes a full sign-in; a browser without web id cannot be known again. */
  trust(accountId: string, webId: string): Promise<void>
  /** Trusts the browser that set a new password, and makes strangers of all others. */
  trustOnlyDevice(accountId: string, webId: string): Promise<void>
}

/** Known browsers over a store. */
export function createTrustedDevices(
  repository: TrustedDeviceRepository,
  secrets: Secrets,
  clock: Clock,
): TrustedDevices {
  const hashOf = (webId: string): string => secrets.keyed('web id', webId).toString('base64url')
  const trust: TrustedDevices['trust'] = async (accountId, webId) => {
    if (webId !== '') await repository.see(accountId, hashOf(webId), clock())
  }
  return {
    forget: repository.forget,
    hashOf,
    isKnown: async (accountId, webId) =>
      webId !== '' &&
      (await repository.isKnown(accountId, hashOf(webId), clock() - DEVICE_TRUST_MS)),
    trust,
    trustOnlyDevice: async (accountId, webId) => {
      await repository.forgetOthers(accountId, hashOf(webId))
      await trust(accountId, webId)
    },
  }
}
