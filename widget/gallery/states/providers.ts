import { knownProviders, providerNames } from '#protocol/providers.ts'
import type { ProviderChoice } from '../../src/ui/flows/providers.ts'

/** Example name of an OpenID provider. */
const OIDC_TITLE = 'Example Works'

const all = providerNames.map((name) => ({
  name,
  title: name === 'oidc' ? OIDC_TITLE : knownProviders[name].title,
  href: '#',
}))

/** Choices of providers below the form, from one to all. */
export const providersStates: Record<string, readonly ProviderChoice[]> = {
  one: all.slice(0, 1),
  three: all.slice(0, 3),
  all,
}
