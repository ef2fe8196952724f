import { HOUR_MS } from '../lib/clock.ts'
import type { Database } from './database.ts'
import type { Attempt, AttemptStep } from './schema/attempts.ts'
import { run } from './statements.ts'
import { firstEventId } from './webhook-repository.ts'

/** Rows of one statement. */
export const ATTEMPTS_AT_ONCE = 256

/** Attempts between two moments. */
export interface AttemptSpan {
  from: number
  until: number
}

/** Keeps refused and unfinished steps for support. */
export type AttemptRepository = ReturnType<typeof attemptRepository>

/** Attempts in SQL. */
export function attemptRepository({ query, deferredTx }: Pick<Database, 'query' | 'deferredTx'>) {
  const within = ({ from, until }: AttemptSpan, limit: number) =>
    query
      .selectFrom('attempts')
      .selectAll()
      .where('at', '>=', from)
      .where('at', '<=', until)
      .orderBy('at', 'desc')
      .limit(limit)
  const since = (from: number) => query.selectFrom('attempts').where('id', '>=', firstEventId(from))
  return {
    /**
     * Inserts all of some attempts, or none; a row that is there already counts them. A power failure may
     * lose them.
     */
    add: (attempts: readonly Attempt[]): Promise<void> =>
      deferredTx(async (tx) => {
        for (let start = 0; start < attempts.length;) {
          // Powers of two, so that there are few texts of statements.
          const size =
            2 ** Math.floor(Math.log2(Math.min(attempts.length - start, ATTEMPTS_AT_ONCE)))
          const insert = tx.insertInto('attempts').values(attempts.slice(start, start + size))
          await run(
            insert.onConflict((conflict) =>
              conflict.column('id').doUpdateSet((set) => ({
                at: set.ref('excluded.at'),
                count: set('attempts.count', '+', set.ref('excluded.count')),
              })),
            ),
          )
          start += size
        }
      }),
    /** Returns the newest attempts at some subjects, or in some browsers. */
    of: async (
      which: 'subject' | 'browser',
      hashes: readonly string[],
      span: AttemptSpan,
      limit: number,
    ) =>
      hashes.length === 0 ? [] : await within(span, limit).where(which, 'in', hashes).execute(),
    /** Returns the newest attempts from some networks that name no login, with some errors. */
    ofNetworks: async (
      networks: readonly string[],
      errors: readonly Attempt['error'][],
      span: AttemptSpan,
      limit: number,
    ) =>
      networks.length === 0
        ? []
        : await within(span, limit)
            .where('subject', '=', '')
            .where('network', 'in', networks)
            .where('error', 'in', errors)
            .execute(),
    /** Counts what was refused since a time, the most frequent first. */
    countSince: (from: number, limit: number) =>
      since(from)
        .select(['step', 'error'])
        .select((row) => row.fn.sum<number | string>('count').as('total'))
        .where('step', '<>', 'message')
        .groupBy(['step', 'error'])
        .orderBy('total', 'desc')
        .limit(limit)
        .execute(),
    /** Returns what is kept of a call at a time, and of its message; an index of log ids would cost more than it saves. */
    byLogId: (logId: string, at: number) =>
      query
        .selectFrom('attempts')
        .selectAll()
        .where('id', '>=', firstEventId(at))
        .where('id', '<', firstEventId(at + HOUR_MS))
        .where('logId', '=', logId)
        .orderBy('id')
        .execute(),
    /** Returns how many attempts at a step were refused since a time, by the error. */
    refusedSince: (from: number, step: AttemptStep) =>
      since(from)
        .select((of) => ['error', of.fn.sum<number>('count').as('count')])
        .where('step', '=', step)
        .groupBy('error')
        .orderBy('error')
        .execute(),
    /** Returns what became of messages since a time, by channel. */
    messagesSince: (from: number) =>
      since(from)
        .select((of) => [
          'error',
          of
            .case()
            .when('detail', 'like', '%"method":"email"%')
            .then('email' as const)
            .when('detail', 'like', '%"method":"voice"%')
            .then('voice' as const)
            .else('mobile' as const)
            .end()
            .as('channel'),
          of.fn.sum<number>('count').as('count'),
        ])
        .where('step', '=', 'message')
        .groupBy(['channel', 'error'])
        .orderBy('channel')
        .orderBy('error')
        .execute(),
  }
}
