import { logout } from '#protocol/web/session.ts'
import { createClient, PassportError } from '../../widget/src/client/index.ts'
import { accountOrigin } from '../lib/account-origin.ts'
import type { Lang } from '../lib/languages.ts'

/** Ends the session of this browser; a session that has ended already counts as done. */
export async function endSession(aid: number, language: Lang): Promise<void> {
  try {
    await createClient({ aid, language, server: accountOrigin() }).send(logout, {})
  } catch (error) {
    if (!(error instanceof PassportError) || error.name !== 'session_expired') throw error
  }
}
