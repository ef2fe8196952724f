import { signOut } from '../../widget/src/client/calls/sessions.ts'
import { createClient, PassportError } from '../../widget/src/client/index.ts'
import { accountOrigin } from '../lib/account-origin.ts'
import type { Lang } from '../lib/languages.ts'

/** Ends the browser's session and returns the redirect, where `next` is allowed. */
export async function endSession(
  aid: number,
  language: Lang,
  next: string | undefined,
): Promise<string | undefined> {
  try {
    const client = createClient({ aid, language, server: accountOrigin() })
    return await signOut(client.send, next)
  } catch (error) {
    if (!(error instanceof PassportError) || error.name !== 'session_expired') throw error
    return undefined
  }
}
