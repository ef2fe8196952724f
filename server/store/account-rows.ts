import type { Queries } from './database.ts'
import { partsOf } from './lists.ts'
import { statement } from './statement.ts'
import type { Tables } from './tables.ts'
import type { Channel } from '#protocol/code-types.ts'
import type { Account, AccountStore } from '../accounts/account-store.ts'

/** A row of `accounts` as the rules know it. */
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

type Column = 'id' | 'email' | 'mobile' | 'username'

const by = (column: Column) =>
  statement((query, { value }: { value: string }) =>
    query.selectFrom('accounts').selectAll().where(column, '=', value),
  )

const reads = {
  id: by('id'),
  email: by('email'),
  mobile: by('mobile'),
  username: by('username'),
}

const owned = (column: Channel) =>
  statement((query, { addresses }: { addresses: readonly string[] }) =>
    query.selectFrom('accounts').select([column]).where(column, 'in', addresses),
  )

const ownedBy = { email: owned('email'), mobile: owned('mobile') }

const byLoginEmail = statement((query, { email }: { email: string }) =>
  query
    .selectFrom('accounts')
    .selectAll()
    .where((row) => row.or([row('email', '=', email), row('unverified_email', '=', email)])),
)

/** Accounts in SQL. */
export function accountRows(query: Queries): AccountStore {
  async function find(column: Column, value: string): Promise<Account | undefined> {
    const [row] = await reads[column](query, { value })
    return row && toAccount(row)
  }
  return {
    byId: (id) => find('id', id),
    byEmail: (email) => find('email', email),
    byMobile: (mobile) => find('mobile', mobile),
    owned: async (channel, addresses) => {
      const found: string[] = []
      for (const part of partsOf(addresses)) {
        const rows = await ownedBy[channel](query, { addresses: part })
        found.push(...rows.map((row) => row[channel] ?? ''))
      }
      return found
    },
    byUsername: (username) => find('username', username),
    byLoginEmail: async (email) => {
      const rows = await byLoginEmail(query, { email })
      const found = rows.find((row) => row.email === email) ?? rows[0]
      return found && toAccount(found)
    },
    insert: async (account) => {
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
      return inserted !== undefined
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
