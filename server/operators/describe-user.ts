import { createHash } from 'node:crypto'
import type { AdminUser } from '#protocol/admin.ts'
import { toSeconds } from '../lib/clock.ts'
import type { AccountListRepository, ListedAccount } from '../store/account-list-repository.ts'

/** Returns accounts in the form of the admin API. */
export async function describeUsers(
  { accountLists }: { accountLists: AccountListRepository },
  accounts: readonly ListedAccount[],
): Promise<AdminUser[]> {
  const linked = accounts.filter(({ linkedAccountCount }) => linkedAccountCount > 0)
  const links =
    linked.length === 0 ? [] : await accountLists.providersOf(linked.map(({ id }) => id))
  return accounts.map((account) =>
    describeUser(
      account,
      links.flatMap(({ accountId, provider }) => (accountId === account.id ? [provider] : [])),
    ),
  )
}

function describeUser(account: ListedAccount, linked: string[]): AdminUser {
  const { username, email, unverifiedEmail, mobile, lastSeenAt } = account
  const address = email ?? unverifiedEmail
  return {
    id: account.id,
    name: account.name,
    ...(username !== null && { username }),
    ...(address !== null && { email: address }),
    email_verified: email !== null,
    ...(mobile !== null && { mobile }),
    state: account.state,
    locale: account.locale,
    created_at: toSeconds(account.createdAt),
    ...(lastSeenAt !== null && { last_seen_at: toSeconds(lastSeenAt) }),
    has_password: account.passwordHash !== null,
    linked,
  }
}

/** Returns the ETag of an account: another one whenever something of it changed. */
export function etagOf(account: Omit<ListedAccount, 'lastSeenAt' | 'linkedAccountCount'>): string {
  const { id, name, username, email, unverifiedEmail, mobile, state, locale } = account
  const hasPassword = account.passwordHash !== null
  const parts = [id, name, username, email, unverifiedEmail, mobile, state, locale, hasPassword]
  return `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}"`
}
