import { CLOCK_SKEW_MS } from '../lib/clock.ts'
import { changesAny, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { OAuthDeviceCode } from './schema/oauth.ts'

/** Devices that wait to be signed in; each change is one conditional statement. */
export type OAuthDeviceCodeRepository = ReturnType<typeof oauthDeviceCodeRepository>

/** Devices that wait to be signed in, in SQL. */
export function oauthDeviceCodeRepository(query: Queries) {
  const move = (hash: string, from: OAuthDeviceCode['state'], to: OAuthDeviceCode['state']) =>
    query
      .updateTable('oauthDeviceCodes')
      .set({ state: to })
      .where('hash', '=', hash)
      .where('state', '=', from)
  return {
    insert: (code: OAuthDeviceCode) => run(query.insertInto('oauthDeviceCodes').values(code)),
    find: (hash: string) =>
      query.selectFrom('oauthDeviceCodes').selectAll().where('hash', '=', hash).executeTakeFirst(),
    /** Returns an open code that has not expired. */
    findOpen: (userCodeHash: string, now: number) =>
      query
        .selectFrom('oauthDeviceCodes')
        .selectAll()
        .where('userCodeHash', '=', userCodeHash)
        .where('state', '=', 'open')
        .where('expiresAt', '>', now)
        .executeTakeFirst(),
    /** Records a poll; returns false for one that came before the interval had passed, which leaves no trace. */
    poll: (hash: string, now: number) =>
      changesAny(
        query
          .updateTable('oauthDeviceCodes')
          .set({ lastPolledAt: now })
          .where('hash', '=', hash)
          .where((row) =>
            row.or([
              row(row('lastPolledAt', '+', row.ref('intervalMs')), '<=', now),
              row('lastPolledAt', '>', now + CLOCK_SKEW_MS),
            ]),
          ),
      ),
    /** Takes an open code to answer it; of many callers one gets true. */
    take: (hash: string, now: number) =>
      changesAny(move(hash, 'open', 'taken').where('expiresAt', '>', now)),
    /** Stores the answer of who took it. */
    answer: (hash: string, to: 'allowed' | 'refused', payload: string) =>
      run(move(hash, 'taken', to).set({ payload })),
    /** Uses an allowed code up; of many calls one gets true. */
    use: (hash: string) => changesAny(move(hash, 'allowed', 'used')),
  }
}
