import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { RECOVERY_KEPT_MS } from './account-recovery-repository.ts'
import { linkedAccountCount } from './linked-account-repository.ts'
import { changesAny, countRows, findsAny, readFirst, run } from './statements.ts'
import type { Queries } from './database.ts'
import {
  isMember,
  membershipColumns,
  toMembership,
  type Membership,
} from './membership-repository.ts'
import type { Tables } from './tables.ts'
import type { Account, Session } from './schema/accounts.ts'

/** The membership that a live session acts as; `ended` when it or its organization was frozen or removed. */
export type SessionMembership = Membership | 'ended'

/** A valid session with its account. */
export interface LiveSession extends Pick<
  Session,
  | 'hash'
  | 'firstHash'
  | 'id'
  | 'accountId'
  | 'provedAt'
  | 'lastSeenAt'
  | 'expiresAt'
  | 'membershipId'
  | 'organizationEpoch'
  | 'method'
  | 'secondMethod'
  | 'secondProvedAt'
> {
  /** Undefined for a person who acts as themself. */
  membership: SessionMembership | undefined
  account: Account
  /** Whether the account has a linked account. */
  hasLinkedAccounts: boolean
  /** When the account opens to a recovery that is under way; null without one. */
  recoveryReadyAt: number | null
}

/** What is told of an ended session, and what a next one of the same person continues. */
export type EndedSession = Pick<Session, (typeof endedColumns)[number]> & {
  /** 0 where everybody was signed out since it began. */
  isUncut: number
}

const endedColumns = [
  'accountId',
  'aid',
  'id',
  'membershipId',
  'hash',
  'firstHash',
  'name',
  'organizationEpoch',
  'expiresAt',
  'lastSeenAt',
] as const

/** Reads and changes sessions. */
export type SessionRepository = ReturnType<typeof sessionRepository>

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

function uncut(row: ExpressionBuilder<Tables, 'sessions'>) {
  return row.case().when(beganAfterCutoff(row)).then(1).else(0).end().as('isUncut')
}

/** Returns whether a session was valid when it was ended. */
export function wasValid(
  { expiresAt, isUncut, lastSeenAt }: EndedSession,
  now: number,
  idleSince: number,
): boolean {
  return isUncut === 1 && expiresAt > now && lastSeenAt > idleSince
}

/** Sessions in SQL. */
export function sessionRepository(query: Queries) {
  const own = (accountId: string, id: string) =>
    query.selectFrom('sessions').where('id', '=', id).where('accountId', '=', accountId)
  const ofAccount = (accountId: string) =>
    query.selectFrom('sessions').where('accountId', '=', accountId).where(beganAfterCutoff)
  const validOf = (accountId: string, now: number, idleSince: number) =>
    ofAccount(accountId).where('expiresAt', '>', now).where('lastSeenAt', '>', idleSince)
  return {
    /** Returns the session of each hash, by one statement; undefined when idle since `idleSince`. */
    findLive: async (
      hashes: readonly string[],
      now: number,
      idleSince: number,
    ): Promise<(LiveSession | undefined)[]> => {
      const rows = await query
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
        .leftJoin('memberships', 'memberships.id', 'sessions.membershipId')
        .leftJoin('organizations', 'organizations.id', 'memberships.organizationId')
        .leftJoin('accountRecoveries', (join) =>
          join
            .onRef('accountRecoveries.accountId', '=', 'accounts.id')
            .on('accountRecoveries.restrictedUntil', '=', 0)
            .on('accountRecoveries.readyAt', '>', now - RECOVERY_KEPT_MS),
        )
        .selectAll('accounts')
        .select([
          'accountRecoveries.readyAt as recoveryReadyAt',
          'sessions.hash',
          'sessions.firstHash',
          'sessions.id as sessionId',
          'sessions.provedAt',
          'sessions.lastSeenAt',
          'sessions.expiresAt',
          'sessions.membershipId',
          'sessions.organizationEpoch',
          'sessions.method',
          'sessions.secondMethod',
          'sessions.secondProvedAt',
          ...membershipColumns,
        ])
        // Counted here, because most calls need only the number.
        .select(linkedAccountCount)
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
            firstHash: row.firstHash,
            id: row.sessionId,
            accountId: row.id,
            provedAt: row.provedAt,
            lastSeenAt: row.lastSeenAt,
            expiresAt: row.expiresAt,
            membershipId: row.membershipId,
            organizationEpoch: row.organizationEpoch,
            method: row.method,
            secondMethod: row.secondMethod,
            secondProvedAt: row.secondProvedAt,
            membership:
              row.membershipId === '' ? undefined : toSessionMembership(row, row.organizationEpoch),
            hasLinkedAccounts: row.linkedAccountCount > 0,
            recoveryReadyAt: row.recoveryReadyAt,
            // The row has every column of the account.
            account: row,
          }
        )
      })
    },
    /** Returns valid sessions of an account: the one with hash `first`, then by last use. */
    list: async (
      accountId: string,
      { now, idleSince, first }: { now: number; idleSince: number; first: string },
      { offset, limit }: { offset: number; limit: number },
    ): Promise<{ list: Session[]; total: number }> => {
      const valid = validOf(accountId, now, idleSince)
      const rows = await valid
        .selectAll()
        .orderBy((row) => row.case().when('hash', '=', first).then(0).else(1).end())
        .orderBy('lastSeenAt', 'desc')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute()
      const total = await countRows(valid)
      return { list: rows, total }
    },
    /** Returns undefined for a session that has ended or is idle since `idleSince`. */
    findById: (accountId: string, id: string, now: number, idleSince: number) =>
      validOf(accountId, now, idleSince)
        .select([
          'provedAt',
          'membershipId',
          'organizationEpoch',
          'method',
          'secondMethod',
          'secondProvedAt',
        ])
        .where('id', '=', id)
        .executeTakeFirst(),
    /** Returns the proofs of sessions that were in use since a time. */
    seenSince: (accountId: string, since: number) =>
      ofAccount(accountId)
        .select(['method', 'secondMethod'])
        .where('lastSeenAt', '>', since)
        .execute(),
    /** Returns how many sessions an account has. */
    count: (accountId: string) => countRows(ofAccount(accountId)),
    insert: (session: Session) => run(query.insertInto('sessions').values(session)),
    touch: (hash: string, now: number) =>
      run(query.updateTable('sessions').set({ lastSeenAt: now }).where('hash', '=', hash)),
    /** Returns whose it was, or undefined when there was none. */
    end: (hash: string) =>
      query
        .deleteFrom('sessions')
        .where('hash', '=', hash)
        .returning(endedColumns)
        .returning(uncut)
        .executeTakeFirst(),
    /** Returns whether an account has a session, in an application unless that is null. */
    isOf: (accountId: string, id: string, aid: number | null) =>
      findsAny(
        own(accountId, id)
          .select('id')
          .$if(aid !== null, (one) => one.where('aid', '=', aid ?? 0)),
      ),
    /** Returns undefined for a session of another account, or none. */
    hashOf: (accountId: string, id: string) =>
      readFirst(own(accountId, id).select('hash'), ({ hash }) => hash),
    /** Returns false for a session of another account, or none. */
    rename: (accountId: string, id: string, name: string) =>
      changesAny(
        query
          .updateTable('sessions')
          .set({ name })
          .where('id', '=', id)
          .where('accountId', '=', accountId),
      ),
    /** Ends all sessions of an account but `exceptHash`, and returns those that were valid. */
    endAll: async (
      accountId: string,
      now: number,
      idleSince: number,
      exceptHash?: string,
    ): Promise<EndedSession[]> => {
      const ended = await query
        .deleteFrom('sessions')
        .where('accountId', '=', accountId)
        .$if(exceptHash !== undefined, (all) => all.where('hash', '!=', exceptHash ?? ''))
        .returning(endedColumns)
        .returning(uncut)
        .execute()
      return ended.filter((session) => wasValid(session, now, idleSince))
    },
    /** Ends the sessions of all accounts that began at a time or before; cleanup removes them when they expire. */
    endEverybody: (at: number) =>
      run(
        query
          .insertInto('sessionCutoff')
          .values({ id: 1, at })
          .onConflict((conflict) =>
            // Also when the present one is later: then the clock was ahead, and nobody could sign in.
            conflict.column('id').doUpdateSet({ at }),
          ),
      ),
  }
}

function toSessionMembership(
  row: Parameters<typeof isMember>[0],
  organizationEpoch: number,
): SessionMembership {
  if (!isMember(row) || row.ownerEpoch !== organizationEpoch) return 'ended'
  const membership = toMembership(row)
  return membership.isFrozen ? 'ended' : membership
}
