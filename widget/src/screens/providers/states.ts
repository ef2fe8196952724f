import { providerNames, type ProviderName } from '#protocol/providers.ts'
import type { ProviderChoice } from '../../flows/providers.ts'

const titles: Record<ProviderName, string> = {
  github: 'GitHub',
  google: 'Google',
  vercel: 'Vercel',
  oidc: 'Example Works',
}

const all = providerNames.map((name) => ({ name, title: titles[name], href: '#' }))

/** What is offered below the form, from one third party to all. */
export const providersStates: Record<string, readonly ProviderChoice[]> = {
  one: all.slice(0, 1),
  three: all.slice(0, 3),
  all,
}
