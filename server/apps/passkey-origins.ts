import type { Call } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import { isWithin } from '../lib/domains.ts'
import { PassportError } from '../lib/passport-error.ts'

type FromPage = Pick<Call<{ config: Config }>, 'caller' | 'services'>

/** Returns whether browsers let the page that calls use passkeys of this server. */
export function canUsePasskeys(context: FromPage): boolean {
  const { origin = '' } = context.caller
  return isOnDomain(context) || context.services.config.PASSKEY_RELATED_ORIGINS.includes(origin)
}

/** Returns the origin of a page that may use passkeys. @throws passkeys_unavailable */
export function requirePasskeyOrigin(context: FromPage): string {
  const { origin } = context.caller
  if (origin === undefined || !canUsePasskeys(context)) {
    throw new PassportError('passkeys_unavailable')
  }
  return origin
}

/** Rejects pages of other sites, which get no session. @throws passkeys_unavailable */
export function requireOwnDomain(context: FromPage): void {
  if (!isOnDomain(context)) throw new PassportError('passkeys_unavailable')
}

// The dispatch admits only origins of the server, the site and the application.
function isOnDomain({ caller, services: { config } }: FromPage): boolean {
  const page = URL.parse(caller.origin ?? '')
  if (page === null || !config.hasPasskeys) return false
  const isSecure = page.protocol === 'https:' || isWithin(page.hostname, 'localhost')
  return isSecure && isWithin(page.hostname, config.PASSKEY_RP_ID)
}
