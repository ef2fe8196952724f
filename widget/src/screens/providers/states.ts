import { knownProviders, providerNames } from '#protocol/providers.ts'
import type { ProviderChoice } from '../../flows/providers.ts'

/** As an operator may call the OpenID provider. */
const OIDC_TITLE = 'Example Works'

const all = providerNames.map((name) => ({
  name,
  title: name === 'oidc' ? OIDC_TITLE : knownProviders[name].title,
  href: '#',
}))

/** What is offered below the form, from one third party to all. */
export const providersStates: Record<string, readonly ProviderChoice[]> = {
  one: all.slice(0, 1),
  three: all.slice(0, 3),
  all,
}
