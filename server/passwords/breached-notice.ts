import { notifyOwner, type NotifyServices } from '../accounts/notify.ts'
import type { RequestSource } from '../calls/call.ts'
import { DAY_MS } from '../lib/clock.ts'
import type { RateLimits } from '../limits/limits.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Transaction } from '../store/transaction.ts'

const REPEATED_AFTER_MS = 365 * DAY_MS

export interface BreachedNoticeServices extends NotifyServices {
  rateLimits: RateLimits
  transaction: Transaction<BreachedNoticeServices>
}

/** Tells the owner of a usable account, once a year, that the password has leaked. */
export async function noticeBreached(
  context: RequestSource & { services: BreachedNoticeServices },
  account: Account,
): Promise<void> {
  if (account.state !== 'active' && account.state !== 'limited') return
  await context.services.transaction(async (tx) => {
    if ((await tx.rateLimits.count(breachedKeyOf(account.id), REPEATED_AFTER_MS)) > 1) return
    await notifyOwner(tx, context, account, { kind: 'password_breached' })
  })
}

/** Whether the owner was told that the present password has leaked. */
export async function isKnownBreached(
  { rateLimits }: { rateLimits: RateLimits },
  { id, passwordHash }: Account,
): Promise<boolean> {
  if (passwordHash === null) return false
  return (await rateLimits.read(breachedKeyOf(id), REPEATED_AFTER_MS)) > 0
}

/** Forgets what was found about the former password. */
export async function forgetBreached(
  { rateLimits }: { rateLimits: RateLimits },
  accountId: string,
): Promise<void> {
  await rateLimits.forget([breachedKeyOf(accountId)])
}

/** Returns the name of the count of notices about a leaked password. */
export function breachedKeyOf(accountId: string): string {
  return `breached password of ${accountId}`
}
