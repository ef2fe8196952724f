import type { SignInMethodName } from '#protocol/sign-in-methods.ts'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Account } from './account-repository.ts'
import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'
import type { Membership } from './membership-repository.ts'
import type { FrozenBy } from './organization-repository.ts'
import type { Tables } from './tables.ts'

/** A session; its cookie is never stored. */
export interface Session {
  /** SHA-256 of the cookie, hex. */
  hash: string
  /** Shown to people in their list of sessions. */
  id: string
  accountId: string
  aid: number
  source: string
  /** Name that the person gave it; empty for none. */
  name: string
  device: string
  address: string
  createdAt: number
  /** Time of authentication; earlier than `createdAt` if another session did that. */
  provedAt: number
  lastSeenAt: number
  expiresAt: number
  /** Membership that the person acts with; empty for none. */
  membershipId: string
  /** Epoch of the membership's organization at sign-in; 0 for none. */
  organizationEpoch: number
  /** First sign-in method; empty after a recovery, and for sessions of before it was stored. */
  method: SignInMethodName | ''
  /** Time of the browser's last second proof for the account; 0 for never. */
  secondProvedAt: number
}

/** The membership that a live session acts as; `ended` when it or its organization was frozen or removed. */
export type SessionMembership = Membership | 'ended'

/** A valid session with its account. */
export interface LiveSession extends Pick<
  Session,
  | 'hash'
  | 'id'
  | 'accountId'
  | 'provedAt'
  | 'lastSeenAt'
  | 'expiresAt'
  | 'membershipId'
  | 'organizationEpoch'
  | 'method'
  | 'secondProvedAt'
> {
  /** Undefined for a person who acts as themself. */
  membership: SessionMembership | undefined
  account: Account
  /** Whether the account has a linked account. */
  hasLinkedAccounts: boolean
}

/** Account and membership of an ended session. */
export type EndedSession = Pick<Session, 'accountId' | 'membershipId'>

/** Reads and changes sessions. */
export interface SessionRepository {
  /** Returns the session of each hash, by one statement; undefined when idle since `idleSince`. */
  findLive(
    hashes: readonly string[],
    now: number,
    idleSince: number,
  ): Promise<(LiveSession | undefined)[]>
  /** Returns valid sessions of an account: the one with hash `first`, then by last use. */
  list(
    accountId: string,
    filter: { now: number; idleSince: number; first: string },
    page: { offset: number; limit: number },
  ): Promise<{ list: Session[]; total: number }>
  /** Returns undefined for a session that has ended or is idle since `idleSince`. */
  findById(
    accountId: string,
    id: string,
    now: number,
    idleSince: number,
  ): Promise<
    | Pick<Session, 'provedAt' | 'membershipId' | 'organizationEpoch' | 'method' | 'secondProvedAt'>
    | undefined
  >
  /** Returns how many sessions an account has. */
  count(accountId: string): Promise<number>
  insert(session: Session): Promise<void>
  touch(hash: string, now: number): Promise<void>
  /** Returns whose it was, or undefined when there was none. */
  end(hash: string): Promise<EndedSession | undefined>
  /** Returns undefined for a session of another account, or none. */
  hashOf(accountId: string, id: string): Promise<string | undefined>
  /** Returns false for a session of another account, or none. */
  rename(accountId: string, id: string, name: string): Promise<boolean>
  /** Ends all sessions of an account but `exceptHash`, and returns how many. */
  endAll(accountId: string, exceptHash?: string): Promise<number>
  /** Ends the sessions of all accounts that began at a time or before; cleanup removes them when they expire. */
  endEverybody(at: number): Promise<void>
}

/** Returns whether a session began after everybody was last signed out, by one timestamp. */
export function beganAfterCutoff(row: ExpressionBuilder<Tables, 'sessions'>): Expression<SqlBool> {
  return row.not(
    row.exists(
      row
        .selectFrom('sessionCutoff')
        .select('id')
        .whereRef('sessionCutoff.at', '>=', 'sessions.createdAt'),
    ),
  )
}

/** Sessions in SQL. */
export function sessionRepository(query: Queries): SessionRepository {
  return {
    findLive: async (hashes, now, idleSince) => {
      const rows = await query
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
        .leftJoin('memberships', 'memberships.id', 'sessions.membershipId')
        .leftJoin('organizations', 'organizations.id', 'memberships.organizationId')
        .selectAll('accounts')
        .select([
          'sessions.hash',
          'sessions.id as sessionId',
          'sessions.provedAt',
          'sessions.lastSeenAt',
          'sessions.expiresAt',
          'sessions.membershipId',
          'sessions.organizationEpoch',
          'sessions.method',
          'sessions.secondProvedAt',
          'memberships.organizationId',
          'memberships.name as memberName',
          'memberships.contact',
          'memberships.externalId',
          'memberships.isManager',
          'memberships.isFrozen as isMembershipFrozen',
          'memberships.frozenBy',
          'memberships.createdAt as memberSince',
          'memberships.lastLoginAt as memberSeenAt',
          'organizations.aid as organizationAid',
          'organizations.name as organizationName',
          'organizations.logoUrl',
          'organizations.isFrozen as isOrganizationFrozen',
          'organizations.epoch as currentEpoch',
          'organizations.policy',
        ])
        // Counted here, because most calls need only the number.
        .select((row) =>
          row
            .selectFrom('linkedAccounts')
            .select(row.fn.countAll<number>().as('count'))
            .whereRef('linkedAccounts.accountId', '=', 'accounts.id')
            .$asScalar()
            .$notNull()
            .as('linkedAccountCount'),
        )
        .where('sessions.hash', 'in', hashes)
        .where('sessions.expiresAt', '>', now)
        .where('sessions.lastSeenAt', '>', idleSince)
        .where(beganAfterCutoff)
        .execute()
      const byHash = new Map(rows.map((row) => [row.hash, row]))
      return hashes.map((hash) => {
        const row = byHash.get(hash)
        return (
          row && {
            hash,
            id: row.sessionId,
            accountId: row.id,
            provedAt: row.provedAt,
            lastSeenAt: row.lastSeenAt,
            expiresAt: row.expiresAt,
            membershipId: row.membershipId,
            organizationEpoch: row.organizationEpoch,
            method: row.method,
            secondProvedAt: row.secondProvedAt,
            membership: row.membershipId === '' ? undefined : toSessionMembership(row),
            hasLinkedAccounts: row.linkedAccountCount > 0,
            // The row has every column of the account.
            account: row,
          }
        )
      })
    },
    list: async (accountId, { now, idleSince, first }, { offset, limit }) => {
      const valid = query
        .selectFrom('sessions')
        .where('accountId', '=', accountId)
        .where('expiresAt', '>', now)
        .where('lastSeenAt', '>', idleSince)
        .where(beganAfterCutoff)
      const rows = await valid
        .selectAll()
        .orderBy((row) => row.case().when('hash', '=', first).then(0).else(1).end())
        .orderBy('lastSeenAt', 'desc')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute()
      const { total } = await valid
        .select((row) => row.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { list: rows, total }
    },
    findById: (accountId, id, now, idleSince) =>
      query
        .selectFrom('sessions')
        .select(['provedAt', 'membershipId', 'organizationEpoch', 'method', 'secondProvedAt'])
        .where('accountId', '=', accountId)
        .where('id', '=', id)
        .where('expiresAt', '>', now)
        .where('lastSeenAt', '>', idleSince)
        .where(beganAfterCutoff)
        .executeTakeFirst(),
    count: async (accountId) => {
      const { count } = await query
        .selectFrom('sessions')
        .select((all) => all.fn.countAll<number>().as('count'))
        .where('accountId', '=', accountId)
        .where(beganAfterCutoff)
        .executeTakeFirstOrThrow()
      return count
    },
    insert: async (session) => {
      await query.insertInto('sessions').values(session).execute()
    },
    touch: async (hash, now) => {
      await query
        .updateTable('sessions')
        .set({ lastSeenAt: now })
        .where('hash', '=', hash)
        .execute()
    },
    end: (hash) =>
      query
        .deleteFrom('sessions')
        .where('hash', '=', hash)
        .returning(['accountId', 'membershipId'])
        .executeTakeFirst(),
    hashOf: async (accountId, id) => {
      const found = await query
        .selectFrom('sessions')
        .select('hash')
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .executeTakeFirst()
      return found?.hash
    },
    rename: (accountId, id, name) =>
      changesAny(
        query
          .updateTable('sessions')
          .set({ name })
          .where('id', '=', id)
          .where('accountId', '=', accountId),
      ),
    endAll: async (accountId, exceptHash) => {
      const ended = await query
        .deleteFrom('sessions')
        .where('accountId', '=', accountId)
        .$if(exceptHash !== undefined, (all) => all.where('hash', '!=', exceptHash ?? ''))
        .returning('id')
        .execute()
      return ended.length
    },
    endEverybody: async (at) => {
      await query
        .insertInto('sessionCutoff')
        .values({ id: 1, at })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({ at }).where('sessionCutoff.at', '<', at),
        )
        .execute()
    },
  }
}

type Joined = {
  id: string
  membershipId: string
  organizationEpoch: number
} & {
  [Column in keyof JoinedMembership]: JoinedMembership[Column] | null
}

interface JoinedMembership {
  organizationId: string
  memberName: string
  contact: string
  externalId: string
  isManager: 0 | 1
  isMembershipFrozen: 0 | 1
  frozenBy: FrozenBy
  memberSince: number
  memberSeenAt: number
  organizationAid: number
  organizationName: string
  logoUrl: string
  isOrganizationFrozen: 0 | 1
  currentEpoch: number
  policy: string
}

function toSessionMembership(row: Joined): SessionMembership {
  const isOpen = row.isMembershipFrozen === 0 && row.isOrganizationFrozen === 0
  if (!isOpen || row.currentEpoch !== row.organizationEpoch) return 'ended'
  return {
    id: row.membershipId,
    aid: row.organizationAid ?? 0,
    organizationId: row.organizationId ?? '',
    organizationName: row.organizationName ?? '',
    organizationEpoch: row.organizationEpoch,
    policy: row.policy ?? '{}',
    logoUrl: row.logoUrl ?? '',
    accountId: row.id,
    name: row.memberName ?? '',
    contact: row.contact ?? '',
    externalId: row.externalId ?? '',
    isManager: row.isManager === 1,
    isFrozen: false,
    frozenBy: row.frozenBy ?? '',
    createdAt: row.memberSince ?? 0,
    lastLoginAt: row.memberSeenAt ?? 0,
  }
}
