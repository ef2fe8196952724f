import { lockUsable } from '../accounts/lock-usable.ts'
import { notifyOwner } from '../accounts/notify.ts'
import { signedIn, type Call, type RequestSource } from '../calls/call.ts'
import type { Services } from '../services/services.ts'
import type { Account } from '../store/schema/accounts.ts'
import { areEnoughForLevel2, levelUnreachable, methodsReaching } from '../two-step/account-level.ts'
import { challengeStepUp } from '../two-step/step-up.ts'

/** Sets the level that sign-ins must reach. @throws level_unreachable, second_verify, ticket_expired */
export async function setRequiredLevel(
  context: Call<Services>,
  level: Account['requiredLevel'],
  ticket: string | undefined,
): Promise<void> {
  const { accountId } = signedIn(context)
  const requireRecent = await challengeStepUp(context, ticket, accountId)
  await context.services.transaction(async (tx) => {
    await requireRecent(tx)
    const account = await lockUsable(tx, accountId)
    if (level === 2 && !areEnoughForLevel2(await methodsReaching(tx, account, 2))) {
      throw levelUnreachable(tx, level)
    }
    await changeRequiredLevel(tx, context, account, level)
    if (level < account.requiredLevel) {
      await notifyOwner(tx, context, account, { event: 'level_lowered' })
    }
  })
}

/** Sets the level of a locked account and records it, with the level before. */
export async function changeRequiredLevel(
  tx: Services,
  source: RequestSource,
  { id, requiredLevel: before }: Account,
  level: Account['requiredLevel'],
): Promise<void> {
  if (level === before) return
  await tx.accounts.setRequiredLevel(id, level)
  await tx.rememberedBrowsers.forget(id)
  // What was allowed on less proof than the account wants from now on.
  if (level > before) await tx.tickets.endOf(id)
  const event = level > before ? 'level_raised' : 'level_lowered'
  await tx.events.note(source, event, id, String(before))
}
