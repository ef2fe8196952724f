import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { builtOnce } from './built-once.ts'
import type { Queries } from './database.ts'
import { isAfter } from './is-after.ts'
import { linkedAccountCount } from './linked-account-repository.ts'
import { searchRange } from './search-keys.ts'
import type { Account, Identifier } from './schema/accounts.ts'
import type { Tables } from './tables.ts'

/** Reads accounts for operators: by id, by an identifier, and in pages. */
export type AccountListRepository = ReturnType<typeof accountListRepository>

/** An account as operators see it. */
export type ListedAccount = Pick<Account, (typeof listedColumns)[number]> & {
  /** Last use of a session that is stored; null without one. */
  lastSeenAt: number | null
  linkedAccountCount: number
  externalIdCount: number
}

const listedColumns = [
  'id',
  'name',
  'username',
  'email',
  'unverifiedEmail',
  'mobile',
  'passwordHash',
  'state',
  'locale',
  'createdAt',
] as const

/** Which accounts somebody may see. */
export interface AccountView {
  /** An application in which they were made, or have a session; null for all accounts. */
  aid: number | null
  now: number
}

/** A place in the list of all accounts. */
export type ListPlace = Pick<Account, 'id' | 'createdAt'>

/** A place in a search: the key, hex, and the id of the account after which it goes on. */
export interface SearchPlace {
  key: string
  id: string
}

/** A row of a search. */
export interface SearchRow {
  id: string
  key: Uint8Array | null
  isVisible: number
}

/** What a list is restricted to; undefined for all. */
export interface ListFilter {
  state?: Account['state'] | undefined
  createdSince?: number | undefined
}

/** Accounts for operators in SQL. */
export function accountListRepository(query: Queries) {
  const listed = () =>
    query
      .selectFrom('accounts')
      .select(listedColumns.map((name) => `accounts.${name}` as const))
      .select((row) => [
        row
          .selectFrom('sessions')
          .select((all) => all.fn.max('sessions.lastSeenAt').as('at'))
          .whereRef('sessions.accountId', '=', 'accounts.id')
          .as('lastSeenAt'),
        linkedAccountCount(),
        row
          .selectFrom('importedAccounts')
          .select(row.fn.countAll<number>().as('count'))
          .whereRef('importedAccounts.accountId', '=', 'accounts.id')
          .$asScalar()
          .$notNull()
          .as('externalIdCount'),
      ])
  const listedFor = ({ aid, now }: AccountView) =>
    aid === null ? listed() : listed().where(isVisible(aid, now))
  const findAny = builtOnce(query, ({ id }: { id: string }) =>
    listed().where('accounts.id', '=', id),
  )
  const findVisible = builtOnce(
    query,
    ({ id, aid, now }: { id: string; aid: number; now: number }) =>
      listed().where('accounts.id', '=', id).where(isVisible(aid, now)),
  )
  return {
    /** Returns undefined for an account that does not exist or may not be seen. */
    find: (id: string, { aid, now }: AccountView): Promise<ListedAccount | undefined> =>
      aid === null ? findAny({ id }) : findVisible({ id, aid, now }),
    /** Returns the account that has an identifier, likewise. */
    byIdentifier: (kind: Identifier['kind'], value: string, view: AccountView) =>
      listedFor(view)
        .innerJoin('identifiers', 'identifiers.accountId', 'accounts.id')
        .where('identifiers.kind', '=', kind)
        .where('identifiers.value', '=', value)
        .executeTakeFirst(),
    /** Returns the account that has an address unproved, likewise. */
    byUnproved: (email: string, view: AccountView) =>
      listedFor(view).where('unverifiedEmail', '=', email).executeTakeFirst(),
    /** Returns identifiers of all accounts in their order, after one. */
    identifiersAfter: (after: { kind: string; value: string }, limit: number) =>
      query
        .selectFrom('identifiers')
        .select(['kind', 'value', 'accountId'])
        .where(isAfter('kind', 'value', [after.kind, after.value]))
        .orderBy('kind')
        .orderBy('value')
        .limit(limit)
        .execute(),
    /** Returns addresses that nobody has proved in their order, after one. */
    unprovedAfter: (after: string, limit: number) =>
      query
        .selectFrom('accounts')
        .select(['id', 'unverifiedEmail as address'])
        .$narrowType<{ address: string }>()
        .where('unverifiedEmail', '>', after)
        .orderBy('unverifiedEmail')
        .limit(limit)
        .execute(),
    /** Returns the account that another product knows by an id, likewise. */
    byExternalId: (source: string, externalId: string, view: AccountView) =>
      listedFor(view)
        .innerJoin('importedAccounts', 'importedAccounts.accountId', 'accounts.id')
        .where('importedAccounts.source', '=', source)
        .where('importedAccounts.externalId', '=', externalId)
        .executeTakeFirst(),
    /** Returns accounts in any order. */
    byIds: (ids: readonly string[]): Promise<ListedAccount[]> =>
      ids.length === 0 ? Promise.resolve([]) : listed().where('accounts.id', 'in', ids).execute(),
    /**
     * Returns the places of accounts, newest first, after a place. Those that may not be seen are among
     * them, so that a page reads a part of the index, however rare the visible ones are.
     */
    newest: (
      { state, createdSince }: ListFilter,
      { aid, now }: AccountView,
      after: ListPlace | undefined,
      limit: number,
    ): Promise<(ListPlace & { isVisible: number })[]> =>
      query
        .selectFrom('accounts')
        .select(['id', 'createdAt', visibleColumn(aid, now)])
        .$if(state !== undefined, (all) => all.where('state', '=', state ?? 'active'))
        .$if(createdSince !== undefined, (all) => all.where('createdAt', '>=', createdSince ?? 0))
        .where(isAfter('createdAt', 'id', after && [after.createdAt, after.id], '<'))
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    /**
     * Returns places of accounts whose names begin with a text, in the order of their keys; `isVisible` as
     * above.
     */
    byName: (
      text: string,
      { aid, now }: AccountView,
      after: SearchPlace | undefined,
      limit: number,
    ): Promise<SearchRow[]> => {
      const { from, below } = searchRange(text)
      const begin = keyOf(after) ?? from
      return query
        .selectFrom('accounts')
        .select(['accounts.id', 'accounts.nameKey as key', visibleColumn(aid, now)])
        .where('accounts.nameKey', '>=', begin)
        .where('accounts.nameKey', '<', below)
        .where(isAfter('accounts.nameKey', 'accounts.id', after && [begin, after.id]))
        .orderBy('accounts.nameKey')
        .orderBy('accounts.id')
        .limit(limit)
        .execute()
    },
    /** Likewise by identifiers; an account whose name was found already, or that has two, is not visible. */
    bySpelling: (
      text: string,
      { aid, now }: AccountView,
      after: SearchPlace | undefined,
      limit: number,
    ): Promise<SearchRow[]> => {
      const { from, below } = searchRange(text)
      const begin = keyOf(after) ?? from
      return query
        .selectFrom('identifiers')
        .innerJoin('accounts', 'accounts.id', 'identifiers.accountId')
        .select(['accounts.id', 'identifiers.valueKey as key'])
        .select((row) =>
          row
            .case()
            .when(
              row.and([
                row.or([
                  row('accounts.nameKey', 'is', null),
                  row('accounts.nameKey', '<', from),
                  row('accounts.nameKey', '>=', below),
                ]),
                row.not(
                  row.exists(
                    row
                      .selectFrom('identifiers as other')
                      .select('other.kind')
                      .whereRef('other.accountId', '=', 'accounts.id')
                      .whereRef('other.valueKey', '<', 'identifiers.valueKey')
                      .where('other.valueKey', '>=', from),
                  ),
                ),
                ...(aid === null ? [] : [isVisible(aid, now)(row)]),
              ]),
            )
            .then(1)
            .else(0)
            .end()
            .as('isVisible'),
        )
        .where('identifiers.valueKey', '>=', begin)
        .where('identifiers.valueKey', '<', below)
        .where(isAfter('identifiers.valueKey', 'identifiers.accountId', after && [begin, after.id]))
        .orderBy('identifiers.valueKey')
        .orderBy('identifiers.accountId')
        .limit(limit)
        .execute()
    },
  }
}

// The place is the lower bound, too, unless it is the begin: SQLite would go through all rows before it again.
function keyOf(after: SearchPlace | undefined): Uint8Array | undefined {
  return after === undefined || after.key === '' ? undefined : Buffer.from(after.key, 'hex')
}

function visibleColumn(aid: number | null, now: number) {
  return (row: ExpressionBuilder<Tables, 'accounts'>) =>
    aid === null
      ? row.lit(1).as('isVisible')
      : row.case().when(isVisible(aid, now)(row)).then(1).else(0).end().as('isVisible')
}

function isVisible(aid: number, now: number) {
  return (row: ExpressionBuilder<Tables, 'accounts'>): Expression<SqlBool> =>
    row.or([
      row('accounts.createdAid', '=', aid),
      row.exists(
        row
          .selectFrom('sessions')
          .select('sessions.id')
          .whereRef('sessions.accountId', '=', 'accounts.id')
          .where('sessions.aid', '=', aid)
          .where('sessions.expiresAt', '>', now),
      ),
    ])
}
