import type { Language } from '#protocol/languages.ts'
import type { Brand } from '../apps/brand.ts'
import type { PlainReply } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import { pageMessages } from './messages/all-messages.ts'
import { pageReply } from './page-reply.ts'

/** Addresses of this server that lead on to other origins. */
const RELAYS = /^\/(?:passport|oauth)\/|^\/form\/(?:authorize|level)$/

/**
 * Returns whether a posted form may lead to another origin. Chromium holds each redirect that follows a
 * post to the `form-action` of its page, also those that other sites make, and shows nothing where it
 * blocks one. The scheme of a native app, after which nothing comes, is named there.
 */
export function leadsAway(
  { PUBLIC_ORIGIN, SITE_ORIGIN }: Pick<Config, 'PUBLIC_ORIGIN' | 'SITE_ORIGIN'>,
  address: string,
): boolean {
  const { origin, pathname, protocol } = new URL(address, PUBLIC_ORIGIN)
  if (origin === PUBLIC_ORIGIN) return RELAYS.test(pathname)
  return protocol.startsWith('http') && origin !== SITE_ORIGIN
}

/** Returns the page that leads on from a posted form by itself, or by a link. */
export function onwardPage(
  config: Config,
  brand: Brand,
  language: Language,
  address: string,
): PlainReply {
  const { proceed } = pageMessages[language]
  const { href } = new URL(address, config.PUBLIC_ORIGIN)
  const page = { title: proceed, links: [{ href, text: proceed, isNext: true }] }
  return pageReply(config, brand, language, page, { headers: { refresh: `0; url=${href}` } })
}
