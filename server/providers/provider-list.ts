import { providerNames, knownProviders as known, type ProviderName } from '#protocol/providers.ts'
import { ConfigError, type Config } from '../config/config.ts'

/** How one third party is talked to: all that differs between them. */
export interface ProviderConfig {
  readonly name: ProviderName
  readonly appId: number
  readonly title: string
  readonly clientId: string
  readonly clientSecret: string
  /** What identity tokens and returns must name; empty where the third party has no such thing. */
  readonly issuer: string
  /** Empty addresses are read from the issuer. */
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly userinfoUrl: string
  readonly jwksUrl: string
  /** Where addresses of a person are read apart from the profile. */
  readonly emailsUrl: string
  /** Where the tokens of native apps are checked; empty where that cannot be done. */
  readonly tokenCheckUrl: string
  readonly scope: string
  /** Further parameters of the page where people agree. */
  readonly extra: Readonly<Record<string, string>>
  /** Whether the token reply holds a signed identity. */
  readonly idToken: 'required' | 'optional' | 'none'
  /** Whether the profile has to be asked for, besides the identity token. */
  readonly readsUserinfo: boolean
  /** Whether errors of the token call come with status 200. */
  readonly hasErrorsIn200: boolean
  /** Whether plain http is fine, since nothing leaves this machine. */
  readonly isInsecure: boolean
}

type Row = Omit<ProviderConfig, 'name' | 'appId' | 'title' | 'isInsecure'>

const OPENID_SCOPE = 'openid email profile'

/** The third parties with credentials; @throws ConfigError for half a configuration. */
export function readProviders(config: Config): ProviderConfig[] {
  const rows: Record<ProviderName, Row> = {
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
    const row = rows[name]
    const prefix = name.toUpperCase()
    if (row.clientId === '' && row.clientSecret === '') return []
    if (row.clientId === '' || row.clientSecret === '') {
      throw new ConfigError(
        `${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET go together, but only one of them is set.`,
      )
    }
    if (name === 'oidc' && row.issuer === '') {
      throw new ConfigError('OIDC_ISSUER is not set, but OIDC_CLIENT_ID needs it.')
    }
    const title = name === 'oidc' ? config.OIDC_TITLE : known[name].title
    return [{ ...row, name, appId: known[name].appId, title, isInsecure: isInsecure(prefix, row) }]
  })
}

// Codes and tokens must not cross a network in the clear; a provider on this machine is another thing.
function isInsecure(prefix: string, row: Row): boolean {
  const plain = Object.values(row).flatMap((value) => {
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
