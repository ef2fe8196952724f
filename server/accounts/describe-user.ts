import { hash } from 'node:crypto'
import type { AdminUser } from '#protocol/admin-objects.ts'
import { toSeconds } from '../lib/clock.ts'
import type { ListedAccount } from '../store/account-list-repository.ts'
import type { ImportRepository } from '../store/import-repository.ts'

/** Returns accounts in the form of the admin API. */
export async function describeUsers(
  { imports }: { imports: ImportRepository },
  accounts: readonly ListedAccount[],
): Promise<AdminUser[]> {
  const linked = accounts.filter(({ linkedAccountCount }) => linkedAccountCount > 0)
  const links = linked.length === 0 ? [] : await imports.linksOf(linked.map(({ id }) => id))
  const known = accounts.filter(({ externalIdCount }) => externalIdCount > 0)
  const ids = known.length === 0 ? [] : await imports.externalIdsOf(known.map(({ id }) => id))
  return accounts.map((account) => ({
    ...describeAccount(account),
    linked: links.filter((link) => link.accountId === account.id).map(({ provider }) => provider),
    external_ids: ids
      .filter(({ accountId }) => accountId === account.id)
      .map(({ source, externalId }) => ({ source, id: externalId })),
  }))
}

function describeAccount(account: ListedAccount): Omit<AdminUser, 'linked' | 'external_ids'> {
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
  }
}

/** Returns the ETag of an account: another one whenever something of it changed. */
export function etagOf(user: AdminUser): string {
  return `"${hash('sha256', JSON.stringify(user), 'base64url').slice(0, 22)}"`
}
