import { providerNames, knownProviders, type ProviderName } from '#protocol/providers.ts'
import { ConfigError, type Config } from '../config/config.ts'
import {
  providerAddresses,
  providerTraits,
  type ProviderAddress,
  type ProviderTraits,
} from '../config/provider-settings.ts'

/** Everything that differs between providers; an address that a provider does not have is empty. */
export interface ProviderConfig
  extends Omit<ProviderTraits, 'addresses'>, Readonly<Record<ProviderAddress, string>> {
  readonly name: ProviderName
  readonly appId: number
  readonly title: string
  readonly clientId: string
  readonly clientSecret: string
  /** Whether plain http is allowed, because the provider runs on this machine. */
  readonly isInsecure: boolean
}

/** Returns the providers with credentials. @throws ConfigError for incomplete credentials */
export function readProviders(config: Config): ProviderConfig[] {
  const values: Readonly<Record<string, unknown>> = { ...config }
  return providerNames.flatMap((name) => {
    const prefix = name.toUpperCase()
    const read = (end: string): string => {
      const value = values[`${prefix}_${end}`]
      return typeof value === 'string' ? value : ''
    }
    const clientId = read('CLIENT_ID')
    const clientSecret = read('CLIENT_SECRET')
    if (clientId === '' && clientSecret === '') return []
    if (clientId === '' || clientSecret === '') {
      throw new ConfigError(
        `${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET go together, but only one of them is set.`,
      )
    }
    const urls = addressesOf(read)
    if (name === 'oidc' && urls.issuer === '') {
      throw new ConfigError('OIDC_ISSUER is not set, but OIDC_CLIENT_ID needs it.')
    }
    const { appId, title: defaultTitle } = knownProviders[name]
    const title = name === 'oidc' ? config.OIDC_TITLE : defaultTitle
    const { addresses: _, ...traits } = providerTraits[name]
    const isInsecure = usesPlainHttp(prefix, Object.values(urls))
    return [{ ...traits, ...urls, name, appId, title, clientId, clientSecret, isInsecure }]
  })
}

function addressesOf(read: (end: string) => string): Record<ProviderAddress, string> {
  return Object.fromEntries(
    Object.entries(providerAddresses).map(([address, [end]]) => [address, read(end)]),
  ) as Record<ProviderAddress, string>
}

// Codes and tokens must not cross a network unencrypted.
function usesPlainHttp(prefix: string, addresses: readonly string[]): boolean {
  const plain = addresses.flatMap((address) => {
    const url = URL.parse(address)
    return url?.protocol === 'http:' ? [url] : []
  })
  for (const { hostname, href } of plain) {
    if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname)) {
      throw new ConfigError(
        `An address of ${prefix} is ${href}, but plain http is allowed on this machine only.`,
      )
    }
  }
  return plain.length > 0
}
