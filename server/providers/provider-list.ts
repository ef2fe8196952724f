import { providerNames, knownProviders, type ProviderName } from '#protocol/providers.ts'
import { ConfigError, type Config } from '../config/config.ts'

/** Everything that differs between providers. */
export interface ProviderConfig {
  readonly name: ProviderName
  readonly appId: number
  readonly title: string
  readonly clientId: string
  readonly clientSecret: string
  /** Issuer of identity tokens and callbacks; empty if the provider has none. */
  readonly issuer: string
  /** With an empty address, all endpoints are read from the issuer's metadata. */
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly userinfoUrl: string
  readonly jwksUrl: string
  /** Endpoint for e-mail addresses that are not part of the profile. */
  readonly emailsUrl: string
  /** Endpoint that checks the access tokens of native apps; empty if the provider has none. */
  readonly tokenCheckUrl: string
  readonly scope: string
  /** Further parameters of the authorization request. */
  readonly extra: Readonly<Record<string, string>>
  /** Whether the token reply contains an identity token. */
  readonly idToken: 'required' | 'optional' | 'none'
  /** Whether the profile is read from the userinfo endpoint. */
  readonly readsUserinfo: boolean
  /** Whether errors of the token endpoint have the status 200. */
  readonly hasErrorsIn200: boolean
  /** Whether plain http is allowed, because the provider runs on this machine. */
  readonly isInsecure: boolean
}

type ProviderSettings = Omit<ProviderConfig, 'name' | 'appId' | 'title' | 'isInsecure'>

const OPENID_SCOPE = 'openid email profile'

/** Returns the providers with credentials. @throws ConfigError for incomplete credentials */
export function readProviders(config: Config): ProviderConfig[] {
  const settings: Record<ProviderName, ProviderSettings> = {
    github: {
      clientId: config.GITHUB_CLIENT_ID,
      clientSecret: config.GITHUB_CLIENT_SECRET,
      issuer: '',
      authorizeUrl: config.GITHUB_AUTHORIZE_URL,
      tokenUrl: config.GITHUB_TOKEN_URL,
      userinfoUrl: config.GITHUB_USERINFO_URL,
      jwksUrl: '',
      emailsUrl: config.GITHUB_EMAILS_URL,
      tokenCheckUrl: config.GITHUB_TOKEN_CHECK_URL,
      scope: 'read:user user:email',
      extra: {},
      idToken: 'none',
      readsUserinfo: true,
      hasErrorsIn200: true,
    },
    google: {
      clientId: config.GOOGLE_CLIENT_ID,
      clientSecret: config.GOOGLE_CLIENT_SECRET,
      issuer: config.GOOGLE_ISSUER,
      authorizeUrl: config.GOOGLE_AUTHORIZE_URL,
      tokenUrl: config.GOOGLE_TOKEN_URL,
      userinfoUrl: config.GOOGLE_USERINFO_URL,
      jwksUrl: config.GOOGLE_JWKS_URL,
      emailsUrl: '',
      tokenCheckUrl: config.GOOGLE_TOKEN_CHECK_URL,
      scope: OPENID_SCOPE,
      extra: { prompt: 'select_account' },
      idToken: 'required',
      readsUserinfo: false,
      hasErrorsIn200: false,
    },
    vercel: {
      clientId: config.VERCEL_CLIENT_ID,
      clientSecret: config.VERCEL_CLIENT_SECRET,
      issuer: config.VERCEL_ISSUER,
      authorizeUrl: config.VERCEL_AUTHORIZE_URL,
      tokenUrl: config.VERCEL_TOKEN_URL,
      userinfoUrl: config.VERCEL_USERINFO_URL,
      jwksUrl: config.VERCEL_JWKS_URL,
      emailsUrl: '',
      tokenCheckUrl: '',
      scope: OPENID_SCOPE,
      extra: {},
      idToken: 'optional',
      readsUserinfo: true,
      hasErrorsIn200: false,
    },
    oidc: {
      clientId: config.OIDC_CLIENT_ID,
      clientSecret: config.OIDC_CLIENT_SECRET,
      issuer: config.OIDC_ISSUER,
      authorizeUrl: '',
      tokenUrl: '',
      userinfoUrl: '',
      jwksUrl: '',
      emailsUrl: '',
      tokenCheckUrl: '',
      scope: OPENID_SCOPE,
      extra: {},
      idToken: 'required',
      readsUserinfo: true,
      hasErrorsIn200: false,
    },
  }
  return providerNames.flatMap((name) => {
    const provider = settings[name]
    const prefix = name.toUpperCase()
    if (provider.clientId === '' && provider.clientSecret === '') return []
    if (provider.clientId === '' || provider.clientSecret === '') {
      throw new ConfigError(
        `${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET go together, but only one of them is set.`,
      )
    }
    if (name === 'oidc' && provider.issuer === '') {
      throw new ConfigError('OIDC_ISSUER is not set, but OIDC_CLIENT_ID needs it.')
    }
    const { appId, title: defaultTitle } = knownProviders[name]
    const title = name === 'oidc' ? config.OIDC_TITLE : defaultTitle
    return [{ ...provider, name, appId, title, isInsecure: usesPlainHttp(prefix, provider) }]
  })
}

// Codes and tokens must not cross a network unencrypted.
function usesPlainHttp(prefix: string, provider: ProviderSettings): boolean {
  const plain = Object.values(provider).flatMap((value) => {
    const url = typeof value === 'string' ? URL.parse(value) : null
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
