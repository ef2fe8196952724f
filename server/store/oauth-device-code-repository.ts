import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

/** A device that waits to be signed in; a row of `oauth_device_codes`. */
export interface OAuthDeviceCode {
  /** SHA-256 of the reference that it polls with, hex. */
  hash: string
  /** Keyed hash of the code that the person types. */
  userCodeHash: string
  clientId: string
  /** Only moves forward; `taken` while an answer is stored. */
  state: 'open' | 'taken' | 'allowed' | 'refused' | 'used'
  payload: string
  /** Least time between two polls, in milliseconds. */
  intervalMs: number
  lastPolledAt: number
  createdAt: number
  expiresAt: number
}

/** Devices that wait to be signed in; each change is one conditional statement. */
export interface OAuthDeviceCodeRepository {
  insert(code: OAuthDeviceCode): Promise<void>
  find(hash: string): Promise<OAuthDeviceCode | undefined>
  /** Returns an open code that has not expired. */
  findOpen(userCodeHash: string, now: number): Promise<OAuthDeviceCode | undefined>
  /** Records a poll; returns false for one before the interval has passed, which grows by `step`. */
  poll(hash: string, now: number, step: number): Promise<boolean>
  /** Takes an open code to answer it; of many callers one gets true. */
  take(hash: string, now: number): Promise<boolean>
  /** Stores the answer of who took it. */
  answer(hash: string, to: 'allowed' | 'refused', payload: string): Promise<void>
  /** Uses an allowed code up; of many calls one gets true. */
  use(hash: string): Promise<boolean>
}

/** Devices that wait to be signed in, in SQL. */
export function oauthDeviceCodeRepository(query: Queries): OAuthDeviceCodeRepository {
  const move = (hash: string, from: OAuthDeviceCode['state'], to: OAuthDeviceCode['state']) =>
    query
      .updateTable('oauthDeviceCodes')
      .set({ state: to })
      .where('hash', '=', hash)
      .where('state', '=', from)
  return {
    insert: async (code) => {
      await query.insertInto('oauthDeviceCodes').values(code).execute()
    },
    find: (hash) =>
      query.selectFrom('oauthDeviceCodes').selectAll().where('hash', '=', hash).executeTakeFirst(),
    findOpen: (userCodeHash, now) =>
      query
        .selectFrom('oauthDeviceCodes')
        .selectAll()
        .where('userCodeHash', '=', userCodeHash)
        .where('state', '=', 'open')
        .where('expiresAt', '>', now)
        .executeTakeFirst(),
    poll: async (hash, now, step) => {
      const isInTime = await changesAny(
        query
          .updateTable('oauthDeviceCodes')
          .set({ lastPolledAt: now })
          .where('hash', '=', hash)
          .where((row) => row(row('lastPolledAt', '+', row.ref('intervalMs')), '<=', now)),
      )
      if (isInTime) return true
      await query
        .updateTable('oauthDeviceCodes')
        .set((row) => ({ lastPolledAt: now, intervalMs: row('intervalMs', '+', step) }))
        .where('hash', '=', hash)
        .execute()
      return false
    },
    take: (hash, now) => changesAny(move(hash, 'open', 'taken').where('expiresAt', '>', now)),
    answer: async (hash, to, payload) => {
      await move(hash, 'taken', to).set({ payload }).execute()
    },
    use: (hash) => changesAny(move(hash, 'allowed', 'used')),
  }
}
