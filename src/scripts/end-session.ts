import { logout } from '#protocol/web/session.ts'
import { createClient, PassportError } from '../../widget/src/client/index.ts'
import { accountOrigin } from '../lib/account-origin.ts'
import type { Lang } from '../lib/languages.ts'

/**
 * Ends the session of this browser; a session that has ended already counts as done. Answers where
 * to go on, where `next` is an address that the application may lead to.
 */
export async function endSession(
  aid: number,
  language: Lang,
  next: string | undefined,
): Promise<string | undefined> {
  try {
    const client = createClient({ aid, language, server: accountOrigin() })
    const { redirect_url: url } = await client.send(logout, next === undefined ? {} : { next })
    return url
  } catch (error) {
    if (!(error instanceof PassportError) || error.name !== 'session_expired') throw error
    return undefined
  }
}
