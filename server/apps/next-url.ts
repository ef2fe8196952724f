import type { Call } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import { safeNextOf } from '../http/safe-next.ts'
import type { Apps } from './apps.ts'
import { isRedirectOf } from './redirects.ts'

/** Like `nextUrlOf`, but absolute for apps and other hosts; only pages call the families web and aff. */
export function replyUrlOf(
  context: Pick<Call<{ apps: Apps; config: Config }>, 'app' | 'family' | 'services'>,
  next: string | undefined,
): string {
  const url = nextUrlOf(context, next)
  if (context.family === 'web' || context.family === 'aff') return url
  return new URL(url, context.services.config.SITE_ORIGIN).href
}

/** Returns the return URL if it is registered or of an allowed origin, else `/`. */
export function nextUrlOf(
  { app, services }: Pick<Call<{ apps: Apps; config: Config }>, 'app' | 'services'>,
  next: string | undefined,
): string {
  if (next !== undefined && isRedirectOf(app, next)) return next
  return safeNextOf(services.config, next, (origin) => services.apps.allows(app, origin))
}
