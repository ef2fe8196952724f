import type { Call } from '../calls/call.ts'
import { sessionCookie, signedInHintCookie } from '../http/cookies.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken } from '../lib/tokens.ts'
import type { LiveSession } from '../store/session-repository.ts'
import type { Services } from '../services/services.ts'

/** Ends the session of a token, unless it has ended already. */
export async function endSession(
  context: Pick<Call<Services>, 'services' | 'app' | 'caller' | 'operation'>,
  token: string,
): Promise<void> {
  const { transaction } = context.services
  await transaction(async (tx) => {
    const ended = await tx.sessions.signOut(hashToken(token))
    if (ended !== undefined) await tx.events.note(context, 'signed_out', ended.accountId)
  })
}

/** Ends a session of the person who calls, and deletes the cookies if it is theirs. @throws session_not_found */
export async function revokeSession(
  context: Pick<
    Call<Services>,
    'services' | 'app' | 'caller' | 'operation' | 'setCookie' | 'bindCsrf'
  >,
  current: Pick<LiveSession, 'accountId' | 'id'>,
  id: string,
): Promise<void> {
  const { transaction } = context.services
  await transaction(async (tx) => {
    if (!(await tx.sessions.endById(current.accountId, id))) {
      throw new PassportError('session_not_found')
    }
    await tx.events.note(context, 'session_revoked', current.accountId)
  })
  if (id === current.id) clearSessionCookies(context)
}

/** Deletes the session cookies of the browser and gives it a CSRF token without session. */
export function clearSessionCookies(
  context: Pick<Call<Services>, 'services' | 'setCookie' | 'bindCsrf'>,
): void {
  const { config } = context.services
  context.setCookie(sessionCookie(config, '', 0))
  context.setCookie(signedInHintCookie(config, '', 0))
  context.bindCsrf('')
}
