import { knownProviders, type ProviderName } from '#protocol/providers.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { readProviders } from './provider-list.ts'
import { createProvider, type Provider } from './provider.ts'

/** How a call names a third party: by number or by name. */
export interface ProviderChoice {
  platform_app_id?: number | undefined
  platform?: string | undefined
}

/** Sign-in with accounts elsewhere. */
export interface Providers {
  /** Third parties with credentials; the others do not exist as far as anyone can tell. */
  readonly all: readonly Provider[]
  /** @throws platform_unavailable for one that is not offered, bad_parameter where none is named. */
  find(choice: ProviderChoice): Provider
  /** Returns the name that people know a provider by. */
  titleOf(name: ProviderName): string
}

/** Third-party sign-in as configured. */
export function createProviders(config: Config, clock: Clock): Providers {
  const providers = readProviders(config).map((platform) => createProvider(platform, clock))
  return {
    all: providers,
    titleOf: (name) =>
      providers.find(({ platform }) => platform.name === name)?.platform.title ??
      knownProviders[name].title,
    find: ({ platform_app_id: appId, platform: name }) => {
      if (appId === undefined && name === undefined) {
        throw new PassportError('bad_parameter', {
          fields: [{ field: 'platform_app_id', rule: 'required' }],
        })
      }
      const found = providers.find(
        ({ platform }) =>
          (appId === undefined || platform.appId === appId) &&
          (name === undefined || platform.name === name),
      )
      if (found === undefined) throw new PassportError('platform_unavailable')
      return found
    },
  }
}
