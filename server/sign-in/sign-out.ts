import type { Call } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import type { Events } from '../events/events.ts'
import { sessionCookie, signedInHintCookie } from '../http/cookies.ts'
import { hashToken } from '../lib/tokens.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Transaction } from '../store/transaction.ts'

export interface SignOutServices {
  config: Config
  events: Events
  sessions: Sessions
  transaction: Transaction<SignOutServices>
}

/** Ends the session of a token, unless it has ended already. */
export async function endSession(
  context: Pick<Call<SignOutServices>, 'services' | 'app' | 'caller' | 'operation'>,
  token: string,
): Promise<void> {
  const { transaction } = context.services
  await transaction(async (tx) => {
    const ended = await tx.sessions.signOut(hashToken(token))
    if (ended !== undefined) await tx.events.note(context, 'signed_out', ended.accountId)
  })
}

/** Deletes the session cookies of the browser and gives it a CSRF token without session. */
export function clearSessionCookies(
  context: Pick<Call<SignOutServices>, 'services' | 'setCookie' | 'bindCsrf'>,
): void {
  const { config } = context.services
  context.setCookie(sessionCookie(config, '', 0))
  context.setCookie(signedInHintCookie(config, '', 0))
  context.bindCsrf('')
}
