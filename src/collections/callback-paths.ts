import { platformNames, type PlatformName } from '#protocol/platforms.ts'

/** One page for each third party, for those without an address of their own. */
export function callbackPaths(): {
  params: { type: PlatformName }
  props: { path: string; platform: PlatformName }
}[] {
  return platformNames.map((type) => ({
    params: { type },
    props: { path: `/third-party-oauth-callback/${type}`, platform: type },
  }))
}
