import type { Undone } from '#protocol/undone.ts'
import { noSession, signedIn, type Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import { endAccess } from '../sessions/end-access.ts'
import { completeReferences } from '../two-step/risk-check.ts'
import { challengeStepUp, isRecentlyAuthenticated } from '../two-step/step-up.ts'
import { oldestOf, rememberObjection, undoSince } from './undo.ts'
import type { Services } from '../services/services.ts'

type Context = Call<Services>

/**
 * Objects to an event of the account of the session, which stays: ends all other access at once and,
 * after a recent authentication, takes back what was added since.
 * @throws bad_parameter for an event of another account, second_verify, ticket_expired
 */
export async function objectToEvent(
  context: Context,
  id: string,
  ticket: string | undefined,
): Promise<{ sessions: number; undone: Undone[] }> {
  const session = signedIn(context)
  const { accountId } = session
  const { events, transaction } = context.services
  const event = await events.find(accountId, id)
  if (event === undefined) {
    throw new PassportError('bad_parameter', { fields: [{ field: 'event_id', rule: 'known' }] })
  }
  const isProved = ticket !== undefined || completeReferences(context) !== undefined
  // The others are out before the question; without a proof, a stolen session could take back what is the owner's.
  if (!isProved && !isRecentlyAuthenticated(context, session)) {
    await transaction((tx) => endOthers(context, tx))
  }
  const requireStepUp = await challengeStepUp(context, ticket, id)
  return await transaction(async (tx) => {
    await requireStepUp(tx)
    const account = await tx.accounts.lock(accountId)
    if (account === undefined) throw noSession()
    const sessions = await endOthers(context, tx)
    const noticedAt = oldestOf(event.at, context.now)
    const undone = await undoSince(tx, context, account, noticedAt, { keepsPassword: false })
    await rememberObjection(tx, context, accountId, noticedAt)
    return { sessions, undone }
  })
}

async function endOthers(context: Context, tx: Services): Promise<number> {
  const { account, hash } = signedIn(context)
  const count = await endAccess(tx, account, { session: hash })
  await tx.trustedDevices.trustOnlyDevice(account.id, context.caller.webId)
  await tx.events.note(context, 'signed_out_everywhere', account.id)
  return count
}
