import type { Channel } from '#protocol/code-types.ts'
import type { ProfileDetails } from '#protocol/profile-fields.ts'
import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'
import {
  claimIdentifier,
  identifierKinds,
  requireTransaction,
  takenIdentifiers,
  type Identifier,
} from './identifiers.ts'

/** A person's account, as a row of `accounts`; addresses are normalised. */
export interface Account extends ProfileDetails {
  id: string
  name: string
  /** A copy of the identifier, like the next two. */
  username: string | null
  email: string | null
  mobile: string | null
  passwordHash: string | null
  avatarKey: string | null
  locale: string
  state: 'active' | 'limited' | 'frozen' | 'banned' | 'cancelling'
  createdAid: number
  createdAt: number
  /** An address that nobody has proved; it signs in with the password only. */
  unverifiedEmail: string | null
  /** Due time of a scheduled deletion. */
  cancelAt: number | null
  backgroundKey: string | null
  /** Version of the terms accepted at sign-up; null where it is not known. */
  termsVersion: string | null
  termsAcceptedAt: number | null
}

/** Reads and changes accounts. */
export interface AccountRepository {
  byId(id: string): Promise<Account | undefined>
  byEmail(email: string): Promise<Account | undefined>
  byMobile(mobile: string): Promise<Account | undefined>
  /** Returns those of some addresses that belong to an account. */
  owned(channel: Channel, addresses: readonly string[]): Promise<string[]>
  byUsername(username: string): Promise<Account | undefined>
  /** Returns the owner of an address, or else the account that has it unverified. */
  byLoginEmail(email: string): Promise<Account | undefined>
  /** Needs a transaction. Returns false, with nothing inserted, when the id or an identifier is taken. */
  insert(account: Account): Promise<boolean>
  /** Null leaves the account without a password. */
  setPassword(id: string, hash: string | null): Promise<void>
  /** Replaces a password hash; returns false when it is no longer `from`. */
  replacePassword(id: string, from: string, to: string): Promise<boolean>
  setName(id: string, name: string): Promise<void>
  setAvatar(id: string, key: string): Promise<void>
  /** Changes the state; returns false when it is no longer `from`. */
  setState(id: string, from: Account['state'], to: Account['state']): Promise<boolean>
}

/** Accounts in SQL. */
export function accountRepository(query: Queries): AccountRepository {
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
    byId: (id) => query.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst(),
    byEmail: (email) => byIdentifier('email', email),
    byMobile: (mobile) => byIdentifier('mobile', mobile),
    owned: (channel, addresses) => takenIdentifiers(query, channel, addresses),
    byUsername: (username) => byIdentifier('username', username),
    byLoginEmail: async (email) => {
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
    insert: async (account) => {
      requireTransaction(query)
      const isInserted = await changesAny(
        query
          .insertInto('accounts')
          .values(account)
          .onConflict((conflict) => conflict.doNothing()),
      )
      if (!isInserted) return false
      for (const kind of identifierKinds) {
        const value = account[kind]
        if (value === null || (await claimIdentifier(query, kind, value, account.id))) continue
        await query.deleteFrom('accounts').where('id', '=', account.id).execute()
        return false
      }
      return true
    },
    setPassword: async (id, hash) => {
      await query.updateTable('accounts').set({ passwordHash: hash }).where('id', '=', id).execute()
    },
    replacePassword: (id, from, to) =>
      changesAny(
        query
          .updateTable('accounts')
          .set({ passwordHash: to })
          .where('id', '=', id)
          .where('passwordHash', '=', from),
      ),
    setName: async (id, name) => {
      await query.updateTable('accounts').set({ name }).where('id', '=', id).execute()
    },
    setAvatar: async (id, key) => {
      await query.updateTable('accounts').set({ avatarKey: key }).where('id', '=', id).execute()
    },
    setState: (id, from, to) =>
      changesAny(
        query
          .updateTable('accounts')
          .set({ state: to })
          .where('id', '=', id)
          .where('state', '=', from),
      ),
  }
}
