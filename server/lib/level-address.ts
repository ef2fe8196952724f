import type { Language } from '#protocol/common-params.ts'
import { levelForm } from '#protocol/forms.ts'
import type { Level } from '#protocol/sign-in-methods.ts'
import type { Config } from '../config/config.ts'
import { pagePath } from './page-path.ts'

/**
 * Returns the page that raises a session to a level by a code, and leads on from there; with `isOld` it asks
 * for one although the level is reached, and with a membership for what its organization wants.
 */
export function levelAddress(
  { app, language }: { app: { aid: number }; language: Language },
  level: Level,
  next: string,
  { isOld = false, membershipId }: { isOld?: boolean; membershipId?: string | undefined } = {},
): string {
  const query = {
    aid: String(app.aid),
    language,
    level: String(level),
    next,
    ...(isOld && { prompt: 'recent' }),
    ...(membershipId !== undefined && { user_identity_id: membershipId }),
  }
  return `${levelForm.path}?${new URLSearchParams(query).toString()}`
}

/** Returns the page of the site where what reaches a level is added to an account. */
export function methodsAddress(
  { SITE_ORIGIN }: Pick<Config, 'SITE_ORIGIN'>,
  language: Language,
): string {
  return `${SITE_ORIGIN}${pagePath('/account-setting/security', language)}`
}
