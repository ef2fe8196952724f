import type { Accounts } from '../accounts/accounts.ts'
import { notifyOwner, type NotifyServices } from '../accounts/notify.ts'
import type { Call } from '../calls/call.ts'
import type { Events } from '../events/events.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Transaction } from '../store/transaction.ts'
import type { PasskeyAnswer, Passkeys } from './passkeys.ts'

export interface NoteCopyServices extends NotifyServices {
  accounts: Accounts
  events: Events
  passkeys: Passkeys
  transaction: Transaction<NoteCopyServices>
}

/** An answer whose challenge was used, or whose counter did not grow. */
class AnswerNotNew extends PassportError {
  readonly answer: PasskeyAnswer

  constructor(answer: PasskeyAnswer) {
    super('passkey_refused', {}, { method: 'used or copied' })
    this.answer = answer
  }
}

/** Uses an answer up, in the transaction of what it allows. @throws passkey_refused */
export async function redeemAnswer(
  tx: { passkeys: Passkeys },
  answer: PasskeyAnswer,
): Promise<void> {
  if (!(await tx.passkeys.use(answer))) throw new AnswerNotNew(answer)
}

/**
 * Runs work that uses an answer up. Where that fails although the challenge is new, there is a copy of
 * the passkey: it is put out of use, and its owner is told.
 */
export async function withCopyNotice<Result>(
  context: Call<NoteCopyServices>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AnswerNotNew) await noteCopy(context, error.answer)
    throw error
  }
}

async function noteCopy(context: Call<NoteCopyServices>, answer: PasskeyAnswer): Promise<void> {
  await context.services.transaction(async (tx) => {
    if (!(await tx.passkeys.suspect(answer))) return
    const account = await tx.accounts.byId(answer.passkey.accountId)
    if (account === undefined) return
    await tx.events.note(context, 'passkey_copied', account.id)
    await notifyOwner(tx, context, account, { event: 'passkey_copied' })
  })
}
