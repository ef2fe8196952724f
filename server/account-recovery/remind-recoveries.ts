import { notifyOwner } from '../accounts/notify.ts'
import { serverSource } from '../calls/operator-source.ts'
import { recoveryNotice } from './account-recovery.ts'
import type { Services } from '../services/services.ts'

const MOST_AT_ONCE = 20

/** Tells owners half-way, and when their recovery is ready; each once, on one instance only. */
export async function remindRecoveries(services: Services): Promise<void> {
  const { accountRecoveries, clock, config, transaction } = services
  // Where it was switched off meanwhile, nothing opens the account.
  if (config.RECOVERY_HOURS === 0) return
  for (const { accountId, readyAt, toldAt } of await accountRecoveries.untold(
    clock(),
    MOST_AT_ONCE,
  )) {
    await transaction(async (tx) => {
      const account = await tx.accounts.byId(accountId)
      if (account === undefined) return
      if (!(await tx.accountRecoveries.tell(accountId, toldAt, clock()))) return
      const source = serverSource(account.createdAid, 'recovery_reminder')
      await notifyOwner(tx, source, account, recoveryNotice(tx, readyAt))
    })
  }
}
