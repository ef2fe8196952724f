import type { Channel } from '#protocol/code-types.ts'
import { changesAny, insertNew, run } from './statements.ts'
import type { Queries } from './database.ts'
import {
  claimIdentifier,
  identifierKinds,
  requireTransaction,
  takenIdentifiers,
} from './identifiers.ts'
import { searchKeyOf } from './search-keys.ts'
import type { Tables } from './tables.ts'
import type { Account, Identifier } from './schema/accounts.ts'

/** Reads and changes accounts. */
export type AccountRepository = ReturnType<typeof accountRepository>

/** Accounts in SQL. */
export function accountRepository(query: Queries) {
  const change = (id: string, values: Partial<Tables['accounts']>) =>
    query.updateTable('accounts').set(values).where('id', '=', id)
  async function byIdentifier(
    kind: Identifier['kind'],
    value: string,
  ): Promise<Account | undefined> {
    return await query
      .selectFrom('identifiers')
      .innerJoin('accounts', 'accounts.id', 'identifiers.accountId')
      .selectAll('accounts')
      .where('identifiers.kind', '=', kind)
      .where('identifiers.value', '=', value)
      .executeTakeFirst()
  }
  return {
    byId: (id: string) =>
      query.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst(),
    byEmail: (email: string) => byIdentifier('email', email),
    byMobile: (mobile: string) => byIdentifier('mobile', mobile),
    /** Returns those of some addresses that belong to an account. */
    owned: (channel: Channel, addresses: readonly string[]) =>
      takenIdentifiers(query, channel, addresses),
    byUsername: (username: string) => byIdentifier('username', username),
    /** Returns the owner of an address, or else the account that has it unverified. */
    byLoginEmail: async (email: string): Promise<Account | undefined> => {
      const rows = await query
        .selectFrom('accounts')
        .selectAll()
        .where((row) =>
          row.or([
            row(
              'id',
              '=',
              row
                .selectFrom('identifiers')
                .select('accountId')
                .where('kind', '=', 'email')
                .where('value', '=', email),
            ),
            row('unverifiedEmail', '=', email),
          ]),
        )
        .execute()
      return rows.find((row) => row.email === email) ?? rows[0]
    },
    /** Needs a transaction. Returns false, with nothing inserted, when the id or an identifier is taken. */
    insert: async (account: Account) => {
      requireTransaction(query)
      const nameKey = searchKeyOf(account.name)
      const isInserted = await insertNew(query, 'accounts', { ...account, nameKey })
      if (!isInserted) return false
      for (const kind of identifierKinds) {
        const value = account[kind]
        if (value === null || (await claimIdentifier(query, kind, value, account.id))) continue
        await query.deleteFrom('accounts').where('id', '=', account.id).execute()
        return false
      }
      return true
    },
    /** Null leaves the account without a password. */
    setPassword: (id: string, hash: string | null) =>
      run(change(id, { passwordHash: hash, passwordForm: '' })),
    /** Replaces a password hash by one of ours; returns false when it is no longer `from`. */
    replacePassword: (id: string, from: string, to: string) =>
      changesAny(
        change(id, { passwordHash: to, passwordForm: '' }).where('passwordHash', '=', from),
      ),
    setRequiredLevel: (id: string, level: Account['requiredLevel']) =>
      run(change(id, { requiredLevel: level })),
    setAvatar: (id: string, key: string) => run(change(id, { avatarKey: key })),
    /** Changes the state; returns false when it is no longer `from`. */
    setState: (id: string, from: Account['state'], to: Account['state']) =>
      changesAny(change(id, { state: to }).where('state', '=', from)),
  }
}
