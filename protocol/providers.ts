/** Names of all providers, in the order of the buttons. */
export const providerNames = ['github', 'google', 'vercel', 'oidc'] as const

/** Name of a provider. */
export type ProviderName = (typeof providerNames)[number]

/** Number on the wire and display name of each provider. */
export const knownProviders: Readonly<
  Record<ProviderName, { readonly appId: number; readonly title: string }>
> = {
  github: { appId: 101, title: 'GitHub' },
  google: { appId: 102, title: 'Google' },
  vercel: { appId: 103, title: 'Vercel' },
  /** OpenID provider that the operator configures. */
  oidc: { appId: 104, title: 'Single sign-on' },
}

/** Values of the parameter `action`: what the person goes to the provider for. */
export const oAuthActions = ['login', 'bind', 'verify', 'delete_account', 'oauth'] as const

/** Action for which a person goes to the provider. */
export type OAuthAction = (typeof oAuthActions)[number]

/** Parts of the OAuth `state`; only `reference` is secret. */
export interface OAuthState {
  reference: string
  aid: number
  action: OAuthAction
  language: string
}

/** Formats a state; the callback page reads application and language from it. */
export function writeOAuthState({ reference, aid, action, language }: OAuthState): string {
  return [reference, aid, action, language].join('.')
}

/** Parses a state; returns undefined if malformed. Only `reference` may be trusted, once looked up. */
export function readOAuthState(text: string): OAuthState | undefined {
  const [reference = '', aid = '', action = '', language = '', ...rest] = text.split('.')
  const oAuthAction = oAuthActions.find((name) => name === action)
  if (oAuthAction === undefined || rest.length > 0 || !/^\d{1,10}$/.test(aid)) return undefined
  return { reference, aid: Number(aid), action: oAuthAction, language }
}
