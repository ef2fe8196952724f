import type { Channel } from '#protocol/code-types.ts'
import type { Queries } from './database.ts'
import { chunksOf } from './chunks.ts'
import { statement } from './statement.ts'
import type { Tables } from './tables.ts'

/** A person's account as it is kept; addresses are normalised. */
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
  /** An address nobody has proved yet: good for signing in by password and for nothing else. */
  unverifiedEmail: string | null
  /** When an account that is being closed is erased. */
  cancelAt: number | null
  description: string
  /** 0 unknown, 1 male, 2 female. */
  gender: number
  /** `YYYY-MM-DD`, or empty. */
  birthday: string
  backgroundKey: string | null
}

/** What accounts need from a database. */
export interface AccountRepository {
  byId(id: string): Promise<Account | undefined>
  byEmail(email: string): Promise<Account | undefined>
  byMobile(mobile: string): Promise<Account | undefined>
  /** Which of some e-mail addresses, or mobile numbers, belong to an account. */
  owned(channel: Channel, addresses: readonly string[]): Promise<string[]>
  byUsername(username: string): Promise<Account | undefined>
  /** The account an address belongs to, or else the one that was made with it unproved. */
  byLoginEmail(email: string): Promise<Account | undefined>
  /** False when the id or an address is taken. */
  insert(account: Account): Promise<boolean>
  setPassword(id: string, hash: string): Promise<void>
  /** Replaces a hash only while it is still the one that was read; false when it is not. */
  replacePassword(id: string, from: string, to: string): Promise<boolean>
  setName(id: string, name: string): Promise<void>
  setAvatar(id: string, key: string): Promise<void>
  /** Changes the state only while it is still the one that was read. */
  setState(id: string, from: Account['state'], to: Account['state']): Promise<boolean>
}

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
export function accountRepository(query: Queries): AccountRepository {
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
      for (const part of chunksOf(addresses)) {
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
