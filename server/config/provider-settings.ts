import { knownProviders, providerNames, type ProviderName } from '#protocol/providers.ts'
import { freeText, hidden, url, type Setting } from './settings.ts'

/** The end of the setting of each address, and what it is. */
export const providerAddresses = {
  issuer: [
    'ISSUER',
    'Issuer that identity tokens must name; addresses without a setting are read from it.',
  ],
  authorizeUrl: ['AUTHORIZE_URL', 'Page where people agree.'],
  tokenUrl: ['TOKEN_URL', 'Where a code is redeemed.'],
  userinfoUrl: ['USERINFO_URL', 'Where the profile is read.'],
  jwksUrl: ['JWKS_URL', 'Keys that sign identity tokens.'],
  emailsUrl: ['EMAILS_URL', 'Where e-mail addresses are read that are not in the profile.'],
  tokenCheckUrl: ['TOKEN_CHECK_URL', 'Where tokens of native apps are checked.'],
} as const

/** Name of an address of a provider. */
export type ProviderAddress = keyof typeof providerAddresses

/** Addresses of a provider, and its deviations from OpenID Connect. */
export interface ProviderTraits {
  /** Its addresses that can be set, with their defaults; without an `authorizeUrl`, all come from its issuer. */
  readonly addresses: { readonly [Address in ProviderAddress]?: string }
  readonly scope: string
  /** Further parameters of the authorization request. */
  readonly extra: Readonly<Record<string, string>>
  /** Whether the token reply contains an identity token. */
  readonly idToken: 'required' | 'optional' | 'none'
  /** Whether the profile is read from the userinfo endpoint. */
  readonly readsUserinfo: boolean
  /** Whether errors of the token endpoint have the status 200. */
  readonly hasErrorsIn200: boolean
}

const OPENID_SCOPE = 'openid email profile'

/** Traits of each provider. */
export const providerTraits = {
  github: {
    addresses: {
      authorizeUrl: 'https://github.com/login/oauth/authorize',
      tokenUrl: 'https://github.com/login/oauth/access_token',
      userinfoUrl: 'https://api.github.com/user',
      emailsUrl: 'https://api.github.com/user/emails',
      tokenCheckUrl: 'https://api.github.com/applications/{client_id}/token',
    },
    scope: 'read:user user:email',
    extra: {},
    idToken: 'none',
    readsUserinfo: true,
    hasErrorsIn200: true,
  },
  google: {
    addresses: {
      issuer: 'https://accounts.google.com',
      authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenUrl: 'https://oauth2.googleapis.com/token',
      userinfoUrl: 'https://openidconnect.googleapis.com/v1/userinfo',
      jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
      tokenCheckUrl: 'https://oauth2.googleapis.com/tokeninfo',
    },
    scope: OPENID_SCOPE,
    extra: { prompt: 'select_account' },
    idToken: 'required',
    readsUserinfo: false,
    hasErrorsIn200: false,
  },
  vercel: {
    addresses: {
      issuer: 'https://vercel.com',
      authorizeUrl: 'https://vercel.com/oauth/authorize',
      tokenUrl: 'https://api.vercel.com/login/oauth/token',
      userinfoUrl: 'https://api.vercel.com/login/oauth/userinfo',
      jwksUrl: 'https://vercel.com/.well-known/jwks',
    },
    scope: OPENID_SCOPE,
    extra: {},
    idToken: 'optional',
    readsUserinfo: true,
    hasErrorsIn200: false,
  },
  oidc: {
    addresses: { issuer: '' },
    scope: OPENID_SCOPE,
    extra: {},
    idToken: 'required',
    readsUserinfo: true,
    hasErrorsIn200: false,
  },
} as const satisfies Record<ProviderName, ProviderTraits>

type AddressEnd<Address extends ProviderAddress> = (typeof providerAddresses)[Address][0]

type AddressOf<Name extends ProviderName> = keyof (typeof providerTraits)[Name]['addresses'] &
  ProviderAddress

/** Name of a setting of a provider, such as `GITHUB_TOKEN_URL`. */
export type ProviderSetting = {
  [
    Name in ProviderName
  ]: `${Uppercase<Name>}_${'CLIENT_ID' | 'CLIENT_SECRET' | AddressEnd<AddressOf<Name>>}`
}[ProviderName]

/** Settings of providers; one without an id and a secret is not offered. */
export const providerSettings = {
  ...(Object.fromEntries(providerNames.flatMap(settingsOf)) as Record<
    ProviderSetting,
    Setting<string>
  >),
  OIDC_TITLE: freeText(knownProviders.oidc.title, 'Name of that provider on buttons.'),
}

function settingsOf(name: ProviderName): [string, Setting<string>][] {
  const prefix = name.toUpperCase()
  const place = name === 'oidc' ? 'an OpenID provider of your own' : knownProviders[name].title
  const addresses = Object.entries(providerTraits[name].addresses) as [ProviderAddress, string][]
  return [
    [
      `${prefix}_CLIENT_ID`,
      freeText('', `Id of the client at ${place}; with it, sign-in there is offered.`),
    ],
    [`${prefix}_CLIENT_SECRET`, hidden(freeText('', 'Secret of that client.'))],
    ...addresses.map(([address, fallback]): [string, Setting<string>] => {
      const [end, description] = providerAddresses[address]
      return [`${prefix}_${end}`, { ...url(['https', 'http'], description), fallback }]
    }),
  ]
}
