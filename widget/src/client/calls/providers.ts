import { knownProviders, type OAuthAction, type ProviderName } from '#protocol/providers.ts'
import type { ClientSettings } from '../settings.ts'

/** A way to a provider and back. */
interface ProviderTrip {
  provider: ProviderName
  action: OAuthAction
  scene: string | undefined
  /** Path or whole address to come back to. */
  next: string
  /** Whether that is a page on this computer, by plain http. */
  isLocal: boolean
}

/** Returns the address that leads to a provider and back. */
export function providerAddress(
  { aid, language, server = '' }: ClientSettings,
  { provider, action, scene, next, isLocal }: ProviderTrip,
): string {
  const query = new URLSearchParams({
    aid: String(aid),
    language,
    platform: provider,
    platform_app_id: String(knownProviders[provider].appId),
    next,
    is_local_host: isLocal ? '1' : '0',
    action,
    ...(scene === undefined ? {} : { scene }),
  })
  return `${server}/passport/web/web_login/?${query}`
}
