import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { builtOnce } from './built-once.ts'
import type { Queries } from './database.ts'
import { readAll } from './statements.ts'
import type { Account, Identifier } from './schema/accounts.ts'
import type { Tables } from './tables.ts'

/** Reads accounts for operators: by id, by an identifier, and in pages. */
export type AccountListRepository = ReturnType<typeof accountListRepository>

/** An account as operators see it. */
export type ListedAccount = Pick<Account, (typeof listedColumns)[number]> & {
  /** Last use of a session that is stored; null without one. */
  lastSeenAt: number | null
  linkedAccountCount: number
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
        row
          .selectFrom('linkedAccounts')
          .select(row.fn.countAll<number>().as('count'))
          .whereRef('linkedAccounts.accountId', '=', 'accounts.id')
          .$asScalar()
          .$notNull()
          .as('linkedAccountCount'),
      ])
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
    byIdentifier: (kind: Identifier['kind'], value: string, { aid, now }: AccountView) =>
      listed()
        .innerJoin('identifiers', 'identifiers.accountId', 'accounts.id')
        .where('identifiers.kind', '=', kind)
        .where('identifiers.value', '=', value)
        .$if(aid !== null, (all) => all.where(isVisible(aid ?? 0, now)))
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
        .select(['id', 'createdAt'])
        .select((row) =>
          aid === null
            ? row.lit(1).as('isVisible')
            : row.case().when(isVisible(aid, now)(row)).then(1).else(0).end().as('isVisible'),
        )
        .$if(state !== undefined, (all) => all.where('state', '=', state ?? 'active'))
        .$if(createdSince !== undefined, (all) => all.where('createdAt', '>=', createdSince ?? 0))
        .$if(after !== undefined, (all) =>
          all.where((row) =>
            row(
              row.refTuple('createdAt', 'id'),
              '<',
              row.tuple(after?.createdAt ?? 0, after?.id ?? ''),
            ),
          ),
        )
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    /** Returns the providers that some accounts are linked to. */
    providersOf: (ids: readonly string[]) =>
      readAll(
        query
          .selectFrom('linkedAccounts')
          .select(['accountId', 'provider'])
          .where('accountId', 'in', ids)
          .orderBy('provider'),
        (row) => row,
      ),
  }
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
