import { changesAny, run } from './statements.ts'
import type { Queries } from './database.ts'
import { beganAfterCutoff } from './session-repository.ts'
import type { ConsoleSession } from './schema/operators.ts'

/** Sessions of the console. */
export type ConsoleSessionRepository = ReturnType<typeof consoleSessionRepository>

/** Sessions of the console in SQL. */
export function consoleSessionRepository(query: Queries) {
  return {
    insert: (session: ConsoleSession) => run(query.insertInto('consoleSessions').values(session)),
    /**
     * Returns a session that was used since `idleSince`, with its operator, as long as the account has a
     * role, is active, and has the session that this one came from.
     */
    find: (hash: string, now: number, idleSince: number) =>
      query
        .selectFrom('consoleSessions')
        .innerJoin('operators', 'operators.accountId', 'consoleSessions.accountId')
        .innerJoin('accounts', 'accounts.id', 'consoleSessions.accountId')
        .innerJoin('sessions', (join) =>
          join
            .onRef('sessions.accountId', '=', 'consoleSessions.accountId')
            .onRef('sessions.id', '=', 'consoleSessions.sessionId'),
        )
        .select([
          'consoleSessions.hash',
          'consoleSessions.accountId',
          'consoleSessions.provedAt',
          'consoleSessions.lastSeenAt',
          'operators.role',
          'accounts.name',
        ])
        .where('consoleSessions.hash', '=', hash)
        .where('consoleSessions.expiresAt', '>', now)
        .where('consoleSessions.lastSeenAt', '>', idleSince)
        .where('accounts.state', '=', 'active')
        .where('sessions.expiresAt', '>', now)
        .where(beganAfterCutoff)
        .executeTakeFirst(),
    touch: (hash: string, now: number) =>
      run(query.updateTable('consoleSessions').set({ lastSeenAt: now }).where('hash', '=', hash)),
    /** Hands the sessions that stand on one of the account on to the one that continues it. */
    moveTo: (accountId: string, sessionId: string, formerId: string) =>
      run(
        query
          .updateTable('consoleSessions')
          .set({ sessionId })
          .where('accountId', '=', accountId)
          .where('sessionId', '=', formerId),
      ),
    /** Returns false when it has ended. */
    end: (hash: string) => changesAny(query.deleteFrom('consoleSessions').where('hash', '=', hash)),
  }
}
