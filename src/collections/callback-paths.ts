import { providerNames, type ProviderName } from '#protocol/providers.ts'

/** Returns a callback page for each provider. */
export function callbackPaths(): {
  params: { type: ProviderName }
  props: { path: string; platform: ProviderName }
}[] {
  return providerNames.map((type) => ({
    params: { type },
    props: { path: `/third-party-oauth-callback/${type}`, platform: type },
  }))
}
