import type { Context } from '../../handler.ts'
import { hashToken } from '../../sessions/sessions.ts'

/** Ends the session of a token and notes it; one that has ended already is passed over. */
export async function endSession(
  context: Pick<Context, 'services' | 'app' | 'caller' | 'operation'>,
  token: string,
): Promise<void> {
  const { events, stores } = context.services
  await stores.tx(async (tx) => {
    const accountId = await tx.sessions.end(hashToken(token))
    if (accountId !== undefined) await events.note(tx.events, context, 'signed_out', accountId)
  })
}
