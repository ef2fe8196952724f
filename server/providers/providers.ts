import { knownProviders, type ProviderName } from '#protocol/providers.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { readProviders } from './provider-list.ts'
import { createProvider, type Provider } from './provider.ts'

/** A provider by its number or by its name. */
export interface ProviderChoice {
  platform_app_id?: number | undefined
  platform?: string | undefined
}

/** The configured providers. */
export type Providers = ReturnType<typeof createProviders>

export function createProviders(serverConfig: Config, clock: Clock) {
  const providers = readProviders(serverConfig).map((config) => createProvider(config, clock))
  return {
    all: providers,
    /** Returns the name of a provider for people. */
    titleOf: (name: ProviderName): string =>
      providers.find(({ config }) => config.name === name)?.config.title ??
      knownProviders[name].title,
    /** @throws platform_unavailable for one that is not configured, bad_parameter for no choice */
    find: ({ platform_app_id: appId, platform: name }: ProviderChoice): Provider => {
      if (appId === undefined && name === undefined) {
        throw new PassportError('bad_parameter', {
          fields: [{ field: 'platform_app_id', rule: 'required' }],
        })
      }
      const provider = providers.find(
        ({ config }) =>
          (appId === undefined || config.appId === appId) &&
          (name === undefined || config.name === name),
      )
      if (provider === undefined) throw new PassportError('platform_unavailable')
      return provider
    },
  }
}
