import type { Account } from './account-repository.ts'
import { toAccount } from './account-repository.ts'
import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'

/** A session; its cookie is never stored. */
export interface Session {
  hash: string
  id: string
  accountId: string
  aid: number
  source: string
  device: string
  address: string
  createdAt: number
  /** When the person was authenticated; earlier than `createdAt` if another session did that. */
  provedAt: number
  lastSeenAt: number
  expiresAt: number
  /** Membership that the person acts with; empty for none. */
  membershipId: string
}

/** A valid session with its account, as far as every call needs it. */
export interface LiveSession extends Pick<
  Session,
  'hash' | 'id' | 'accountId' | 'provedAt' | 'lastSeenAt' | 'expiresAt' | 'membershipId'
> {
  account: Account
  /** Whether the account has a linked account. */
  hasLinkedAccounts: boolean
}

/** Reads and changes sessions. */
export interface SessionRepository {
  /** Returns the session of each hash by one statement; undefined when idle since `idleSince`. */
  findLive(
    hashes: readonly string[],
    now: number,
    idleSince: number,
  ): Promise<(LiveSession | undefined)[]>
  /** Returns valid sessions of an account: the one with hash `first`, then by last use. */
  list(
    accountId: string,
    live: { now: number; idleSince: number; first: string },
    page: { offset: number; limit: number },
  ): Promise<{ list: Session[]; total: number }>
  /** Returns undefined for a session that has ended or is idle since `idleSince`. */
  standing(
    accountId: string,
    id: string,
    now: number,
    idleSince: number,
  ): Promise<Pick<Session, 'provedAt' | 'membershipId'> | undefined>
  /** Returns how many sessions an account has. */
  count(accountId: string): Promise<number>
  insert(session: Session): Promise<void>
  touch(hash: string, now: number): Promise<void>
  /** Returns the id of its account, or undefined when there was none. */
  end(hash: string): Promise<string | undefined>
  endById(accountId: string, id: string): Promise<boolean>
  /** Ends all sessions of an account but `exceptHash`, and returns how many. */
  endAll(accountId: string, exceptHash?: string): Promise<number>
  /** Ends the sessions of all accounts, and returns how many. */
  endEverybody(): Promise<number>
}

const sessionColumns = [
  'sessions.hash',
  'sessions.id as session_id',
  'sessions.account_id',
  'sessions.aid',
  'sessions.source',
  'sessions.device',
  'sessions.address',
  'sessions.created_at as session_created_at',
  'sessions.proved_at',
  'sessions.last_seen_at',
  'sessions.expires_at',
  'sessions.membership_id',
] as const

type SessionColumns = Omit<Tables['sessions'], 'id' | 'created_at'> & {
  session_id: string
  session_created_at: number
}

function toSession(row: SessionColumns): Session {
  return {
    hash: row.hash,
    id: row.session_id,
    accountId: row.account_id,
    aid: row.aid,
    source: row.source,
    device: row.device,
    address: row.address,
    createdAt: row.session_created_at,
    provedAt: row.proved_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    membershipId: row.membership_id,
  }
}

/** Sessions in SQL. */
export function sessionRepository(query: Queries): SessionRepository {
  return {
    findLive: async (hashes, now, idleSince) => {
      const rows = await query
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
        .selectAll('accounts')
        .select([
          'sessions.hash',
          'sessions.id as session_id',
          'sessions.proved_at',
          'sessions.last_seen_at',
          'sessions.expires_at',
          'sessions.membership_id',
        ])
        // Counted here, because most callers need no more of them than this.
        .select((row) =>
          row
            .selectFrom('linked_accounts')
            .select(row.fn.countAll<number>().as('count'))
            .whereRef('linked_accounts.account_id', '=', 'accounts.id')
            .$asScalar()
            .$notNull()
            .as('linked_account_count'),
        )
        .where('sessions.hash', 'in', hashes)
        .where('sessions.expires_at', '>', now)
        .where('sessions.last_seen_at', '>', idleSince)
        .execute()
      const found = new Map(rows.map((row) => [row.hash, row]))
      return hashes.map((hash) => {
        const row = found.get(hash)
        return (
          row && {
            hash,
            id: row.session_id,
            accountId: row.id,
            provedAt: row.proved_at,
            lastSeenAt: row.last_seen_at,
            expiresAt: row.expires_at,
            membershipId: row.membership_id,
            hasLinkedAccounts: row.linked_account_count > 0,
            account: toAccount(row),
          }
        )
      })
    },
    list: async (accountId, { now, idleSince, first }, { offset, limit }) => {
      const live = query
        .selectFrom('sessions')
        .where('account_id', '=', accountId)
        .where('expires_at', '>', now)
        .where('last_seen_at', '>', idleSince)
      const rows = await live
        .select(sessionColumns)
        .orderBy((row) => row.case().when('hash', '=', first).then(0).else(1).end())
        .orderBy('last_seen_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute()
      const { total } = await live
        .select((row) => row.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { list: rows.map(toSession), total: Number(total) }
    },
    standing: async (accountId, id, now, idleSince) => {
      const row = await query
        .selectFrom('sessions')
        .select(['proved_at', 'membership_id'])
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .where('expires_at', '>', now)
        .where('last_seen_at', '>', idleSince)
        .executeTakeFirst()
      return row && { provedAt: row.proved_at, membershipId: row.membership_id }
    },
    count: async (accountId) => {
      const { count } = await query
        .selectFrom('sessions')
        .select((all) => all.fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    insert: async (session) => {
      await query
        .insertInto('sessions')
        .values({
          hash: session.hash,
          id: session.id,
          account_id: session.accountId,
          aid: session.aid,
          source: session.source,
          device: session.device,
          address: session.address,
          created_at: session.createdAt,
          proved_at: session.provedAt,
          last_seen_at: session.lastSeenAt,
          expires_at: session.expiresAt,
          membership_id: session.membershipId,
        })
        .execute()
    },
    touch: async (hash, now) => {
      await query
        .updateTable('sessions')
        .set({ last_seen_at: now })
        .where('hash', '=', hash)
        .execute()
    },
    end: async (hash) => {
      const ended = await query
        .deleteFrom('sessions')
        .where('hash', '=', hash)
        .returning('account_id')
        .executeTakeFirst()
      return ended?.account_id
    },
    endById: async (accountId, id) => {
      const ended = await query
        .deleteFrom('sessions')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .returning('id')
        .executeTakeFirst()
      return ended !== undefined
    },
    endAll: async (accountId, exceptHash) => {
      const ended = await query
        .deleteFrom('sessions')
        .where('account_id', '=', accountId)
        .$if(exceptHash !== undefined, (all) => all.where('hash', '!=', exceptHash ?? ''))
        .returning('id')
        .execute()
      return ended.length
    },
    endEverybody: async () => {
      const { numDeletedRows } = await query.deleteFrom('sessions').executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
