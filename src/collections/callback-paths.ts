import { providerNames, type ProviderName } from '#protocol/providers.ts'

/** One page for each third party, for those without an address of their own. */
export function callbackPaths(): {
  params: { type: ProviderName }
  props: { path: string; platform: ProviderName }
}[] {
  return providerNames.map((type) => ({
    params: { type },
    props: { path: `/third-party-oauth-callback/${type}`, platform: type },
  }))
}
