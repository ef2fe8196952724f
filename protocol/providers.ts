/** All third parties, in the order they are offered. */
export const providerNames = ['github', 'google', 'vercel', 'oidc'] as const

/** Name of a third party. */
export type ProviderName = (typeof providerNames)[number]

/** Third parties a person can sign in with: the number on the wire and the name people know. */
export const knownProviders: Readonly<
  Record<ProviderName, { readonly appId: number; readonly title: string }>
> = {
  github: { appId: 101, title: 'GitHub' },
  google: { appId: 102, title: 'Google' },
  vercel: { appId: 103, title: 'Vercel' },
  /** Any OpenID provider that the operator names. */
  oidc: { appId: 104, title: 'Single sign-on' },
}

/** What a person went to the third party for. */
export const oAuthActions = ['login', 'bind', 'verify', 'delete_account', 'oauth'] as const

/** What a person went to the third party for. */
export type OAuthAction = (typeof oAuthActions)[number]

/** The parts of a `state` that the page of the return may read; only the first is a secret. */
export interface OAuthState {
  reference: string
  aid: number
  action: OAuthAction
  language: string
}

/** Writes a state: the pages of the return need to know whom to call and in which language. */
export function writeOAuthState({ reference, aid, action, language }: OAuthState): string {
  return [reference, aid, action, language].join('.')
}

/** Reads a state; undefined for what is none. Nothing in it is believed but the reference. */
export function readOAuthState(text: string): OAuthState | undefined {
  const [reference = '', aid = '', action = '', language = '', ...rest] = text.split('.')
  const known = oAuthActions.find((one) => one === action)
  if (known === undefined || rest.length > 0 || !/^\d{1,10}$/.test(aid)) return undefined
  return { reference, aid: Number(aid), action: known, language }
}
