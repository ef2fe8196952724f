import {
  knownProviders,
  providerNames,
  type OAuthAction,
  type ProviderName,
} from '#protocol/providers.ts'
import { authBind, authLogin, authVerify, listPlatforms } from '#protocol/web/providers.ts'
import type { ClientSettings } from '../settings.ts'
import type { Send } from './send.ts'

const LOCAL_HOSTS = new Set<unknown>(['localhost', '127.0.0.1', '[::1]'])

/** A way to a provider and back. */
interface ProviderTrip {
  provider: ProviderName
  action: OAuthAction
  scene?: string | undefined
  /** Path or whole address to come back to. */
  next: string
}

/** Returns the address that leads to a provider and back. */
export function providerAddress(
  { aid, language, server = '' }: ClientSettings,
  { provider, action, scene, next }: ProviderTrip,
): string {
  const query = new URLSearchParams({
    aid: String(aid),
    language,
    platform: provider,
    platform_app_id: String(knownProviders[provider].appId),
    next,
    // A page on this computer may be one of plain http; a path needs no leave.
    is_local_host: LOCAL_HOSTS.has(URL.parse(next)?.hostname) ? '1' : '0',
    action,
    ...(scene === undefined ? {} : { scene }),
  })
  return `${server}/passport/web/web_login/?${query}`
}

/** A provider that the server offers. */
export interface OfferedProvider {
  provider: ProviderName
  title: string
}

export async function listProviders(send: Send): Promise<OfferedProvider[]> {
  const { list } = await send(listPlatforms, {})
  return list.flatMap(({ platform, name }) => {
    const provider = providerNames.find((known) => known === platform)
    return provider === undefined ? [] : [{ provider, title: name }]
  })
}

/** What a provider sends back with a person. */
export type ProviderAnswer = Partial<Record<'code' | 'state' | 'iss' | 'error', string>>

/** What a trip to a provider has brought, and where it leads on to. */
interface TripEnd {
  next: string | undefined
  /** Origin of the page that opened a window for it. */
  opener: string | undefined
  /** Proves who the person is, where that was asked. */
  ticket?: string
}

/** Hands over what a provider answered, for what the person left for. */
export async function endTrip(
  send: Send,
  provider: ProviderName,
  action: OAuthAction | undefined,
  answer: ProviderAnswer,
): Promise<TripEnd> {
  const call = { platform: provider, platform_app_id: knownProviders[provider].appId, ...answer }
  if (action === 'verify' || action === 'delete_account') {
    const { ticket, redirect_url: next, opener_origin: opener } = await send(authVerify, call)
    return { next, opener, ticket }
  }
  const endpoint = action === 'bind' ? authBind : authLogin
  const { redirect_url: next, opener_origin: opener } = await send(endpoint, call)
  return { next, opener }
}
