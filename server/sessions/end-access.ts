import type { Accounts } from '../accounts/accounts.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import type { Codes } from '../codes/codes.ts'
import type { OAuthTokenRepository } from '../store/oauth-token-repository.ts'
import type { Tickets } from '../tickets/tickets.ts'
import type { RememberedBrowsers } from '../two-step/remembered-browsers.ts'
import type { TrustedDevices } from '../two-step/trusted-devices.ts'
import type { Sessions } from './sessions.ts'
import type { Account } from '../store/schema/accounts.ts'

/** Services of a transaction that ends access. */
export interface EndAccessServices {
  accounts: Pick<Accounts, 'lock'>
  codes: Codes
  rememberedBrowsers: RememberedBrowsers
  oauthTokens: Pick<OAuthTokenRepository, 'endAllOf'>
  sessions: Sessions
  tickets: Tickets
  trustedDevices: TrustedDevices
}

/** What stays when access to an account ends. */
export interface KeptAccess {
  /** Hash of the session that stays; none by default. */
  session?: string | undefined
  /** Whether tokens of clients with `offline_access` stay. */
  clients?: boolean
}

/**
 * Ends all sessions of an account with what could open new ones: codes that were sent, tickets and
 * remembered browsers.
 * Call it before trusted devices are forgotten, which have codes of their own. Returns how many
 * sessions ended.
 */
export async function endAccess(
  tx: EndAccessServices,
  account: Pick<Account, 'id' | 'email' | 'mobile'>,
  kept: KeptAccess = {},
): Promise<number> {
  const { id } = account
  // A session that another one is followed by holds this lock, too.
  await tx.accounts.lock(id)
  await tx.codes.endOf(recipientsOf(account), await tx.trustedDevices.browsersOf(id))
  await tx.tickets.endOf(id)
  await tx.rememberedBrowsers.forget(id)
  const count = await tx.sessions.endAll(id, kept.session)
  if (kept.clients !== true) await tx.oauthTokens.endAllOf(id)
  return count
}

/** Does so for everybody; trusted devices and tokens of clients stay. */
export async function endAccessOfEverybody(tx: {
  codes: Pick<Codes, 'endAll'>
  rememberedBrowsers: Pick<RememberedBrowsers, 'forgetAll'>
  sessions: Pick<Sessions, 'endEverybody'>
  tickets: Pick<Tickets, 'endOfEverybody'>
}): Promise<void> {
  await tx.codes.endAll()
  await tx.tickets.endOfEverybody()
  await tx.rememberedBrowsers.forgetAll()
  await tx.sessions.endEverybody()
}
