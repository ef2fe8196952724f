import type { Channel } from '#protocol/code-types.ts'
import type { Queries } from './database.ts'
import {
  claimIdentifier,
  identifierKinds,
  requireTransaction,
  takenIdentifiers,
  type IdentifierKind,
} from './identifiers.ts'
import type { Tables } from './tables.ts'

/** A person's account; addresses are normalised. */
export interface Account {
  id: string
  name: string
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
  /** When a scheduled deletion is due. */
  cancelAt: number | null
  description: string
  /** 0 unknown, 1 male, 2 female. */
  gender: number
  /** `YYYY-MM-DD`, or empty. */
  birthday: string
  backgroundKey: string | null
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
  setPassword(id: string, hash: string): Promise<void>
  /** Replaces a password hash; returns false when it is no longer `from`. */
  replacePassword(id: string, from: string, to: string): Promise<boolean>
  setName(id: string, name: string): Promise<void>
  setAvatar(id: string, key: string): Promise<void>
  /** Changes the state; returns false when it is no longer `from`. */
  setState(id: string, from: Account['state'], to: Account['state']): Promise<boolean>
}

/** Converts a row of `accounts`. */
export function toAccount(row: Tables['accounts']): Account {
  return {
    id: row.id,
    name: row.name,
    username: row.username,
    email: row.email,
    mobile: row.mobile,
    passwordHash: row.password_hash,
    avatarKey: row.avatar_key,
    locale: row.locale,
    state: row.state,
    createdAid: row.created_aid,
    createdAt: row.created_at,
    unverifiedEmail: row.unverified_email,
    cancelAt: row.cancel_at,
    description: row.description,
    gender: row.gender,
    birthday: row.birthday,
    backgroundKey: row.background_key,
  }
}

/** Accounts in SQL. */
export function accountRepository(query: Queries): AccountRepository {
  async function byIdentifier(kind: IdentifierKind, value: string): Promise<Account | undefined> {
    const row = await query
      .selectFrom('identifiers')
      .innerJoin('accounts', 'accounts.id', 'identifiers.account_id')
      .selectAll('accounts')
      .where('identifiers.kind', '=', kind)
      .where('identifiers.value', '=', value)
      .executeTakeFirst()
    return row && toAccount(row)
  }
  return {
    byId: async (id) => {
      const row = await query
        .selectFrom('accounts')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toAccount(row)
    },
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
                .select('account_id')
                .where('kind', '=', 'email')
                .where('value', '=', email),
            ),
            row('unverified_email', '=', email),
          ]),
        )
        .execute()
      const found = rows.find((row) => row.email === email) ?? rows[0]
      return found && toAccount(found)
    },
    insert: async (account) => {
      requireTransaction(query)
      const inserted = await query
        .insertInto('accounts')
        .values({
          id: account.id,
          name: account.name,
          username: account.username,
          email: account.email,
          mobile: account.mobile,
          password_hash: account.passwordHash,
          avatar_key: account.avatarKey,
          locale: account.locale,
          state: account.state,
          created_aid: account.createdAid,
          created_at: account.createdAt,
          unverified_email: account.unverifiedEmail,
          cancel_at: account.cancelAt,
          description: account.description,
          gender: account.gender,
          birthday: account.birthday,
          background_key: account.backgroundKey,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (inserted === undefined) return false
      for (const kind of identifierKinds) {
        const value = account[kind]
        if (value === null || (await claimIdentifier(query, kind, value, account.id))) continue
        await query.deleteFrom('accounts').where('id', '=', account.id).execute()
        return false
      }
      return true
    },
    setPassword: async (id, hash) => {
      await query
        .updateTable('accounts')
        .set({ password_hash: hash })
        .where('id', '=', id)
        .execute()
    },
    replacePassword: async (id, from, to) => {
      const replaced = await query
        .updateTable('accounts')
        .set({ password_hash: to })
        .where('id', '=', id)
        .where('password_hash', '=', from)
        .returning('id')
        .executeTakeFirst()
      return replaced !== undefined
    },
    setName: async (id, name) => {
      await query.updateTable('accounts').set({ name }).where('id', '=', id).execute()
    },
    setAvatar: async (id, key) => {
      await query.updateTable('accounts').set({ avatar_key: key }).where('id', '=', id).execute()
    },
    setState: async (id, from, to) => {
      const changed = await query
        .updateTable('accounts')
        .set({ state: to })
        .where('id', '=', id)
        .where('state', '=', from)
        .returning('id')
        .executeTakeFirst()
      return changed !== undefined
    },
  }
}
