import { lockUsable } from '../accounts/lock-usable.ts'
import { notifyOwner } from '../accounts/notify.ts'
import { signedIn, type Call } from '../calls/call.ts'
import { DAY_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Services } from '../services/services.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Passkey } from '../store/schema/proofs.ts'
import { challengeStepUp } from '../two-step/step-up.ts'
import { CODES, drawCodes, type DrawnCodes } from '../recovery-codes/draw-codes.ts'
import { needsRecoveryCodes } from '../recovery-codes/need-codes.ts'

/** Each set is ten hashes and a notice. */
const SETS_PER_DAY = 10

/** Makes recovery codes in place of those there were. @throws method_not_found, second_verify, ticket_expired, too_often */
export async function makeCodes(
  context: Call<Services>,
  ticket: string | undefined,
): Promise<string[]> {
  const { accountId } = signedIn(context)
  const { passwords, transaction } = context.services
  const requireRecent = await challengeStepUp(context, ticket, accountId)
  await spendSet(context)
  const drawn = await drawCodes(passwords, context.signal())
  await transaction(async (tx) => {
    await requireRecent(tx)
    const account = await lockUsable(tx, accountId)
    if (!(await needsRecoveryCodes(tx, accountId))) throw new PassportError('method_not_found')
    await tx.recoveryCodes.replace(accountId, { ...drawn, madeAt: tx.clock() })
    await tx.events.note(context, 'recovery_codes_made', accountId)
    await notifyOwner(tx, context, account, { event: 'recovery_codes_made' })
  })
  return drawn.codes
}

async function spendSet(context: Call<Services>): Promise<void> {
  const key = `recovery codes ${signedIn(context).accountId}`
  await context.services.rateLimits.spend([{ key, max: SETS_PER_DAY, windowMs: DAY_MS }])
}

/** A method as it was added before, where the call that did it is repeated. */
type Former = Pick<Passkey, 'createdAt'> | undefined

// Whoever got in by a code may have lost the others with the phone; and whoever repeats a call has not
// seen what came with its method.
async function comeWithMethod(
  context: Call<Services>,
  { recoveryCodes }: Services,
  former: Former,
): Promise<boolean> {
  const { accountId, secondMethod } = signedIn(context)
  if (former === undefined) {
    return secondMethod === 'recoveryCode' || (await recoveryCodes.left(accountId)) === 0
  }
  return (await recoveryCodes.leftSince(accountId, former.createdAt)) === CODES
}

/**
 * Draws the codes that come with a method: with the first, and where a code has signed in; undefined
 * otherwise. Call it before the transaction that adds the method, since hashing takes long.
 * @throws too_often where a repeated call draws more than a day has
 */
export async function drawFirstCodes(
  context: Call<Services>,
  former?: Former,
): Promise<DrawnCodes | undefined> {
  if (!(await comeWithMethod(context, context.services, former))) return undefined
  if (former !== undefined) await spendSet(context)
  return await drawCodes(context.services.passwords, context.signal())
}

/** Stores drawn codes in the transaction that adds a method, and returns them; undefined where others were made meanwhile. */
export async function storeFirstCodes(
  context: Call<Services>,
  tx: Services,
  account: Account,
  drawn: DrawnCodes | undefined,
  former?: Former,
): Promise<string[] | undefined> {
  if (drawn === undefined || !(await comeWithMethod(context, tx, former))) return undefined
  const left = await tx.recoveryCodes.left(account.id)
  await tx.recoveryCodes.replace(account.id, { ...drawn, madeAt: tx.clock() })
  await tx.events.note(context, 'recovery_codes_made', account.id)
  // The notice of a first method is enough.
  if (left > 0 && former === undefined)
    await notifyOwner(tx, context, account, { event: 'recovery_codes_made' })
  return drawn.codes
}

/** Removes the codes of an account that has no more method which they stand in for. */
export async function removeNeedlessCodes(tx: Services, accountId: string): Promise<void> {
  if (!(await needsRecoveryCodes(tx, accountId))) await tx.recoveryCodes.remove(accountId)
}
