import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

/** A secret of an application. */
export interface AppSecret {
  /** SHA-256 of the secret, hex. */
  hash: string
  aid: number
  /** Shown in lists, to end it by. */
  id: string
  createdAt: number
}

/** Secrets of applications. */
export interface AppSecretRepository {
  /** Returns the secrets of an application, oldest first. */
  list(aid: number): Promise<AppSecret[]>
  has(aid: number, hash: string): Promise<boolean>
  insert(secret: AppSecret): Promise<void>
  /** Returns false when there was none. */
  remove(aid: number, id: string): Promise<boolean>
}

/** Secrets of applications in SQL. */
export function appSecretRepository(query: Queries): AppSecretRepository {
  return {
    list: (aid) =>
      query
        .selectFrom('appSecrets')
        .selectAll()
        .where('aid', '=', aid)
        .orderBy('createdAt')
        .orderBy('id')
        .execute(),
    has: async (aid, hash) => {
      const row = await query
        .selectFrom('appSecrets')
        .select('id')
        .where('hash', '=', hash)
        .where('aid', '=', aid)
        .executeTakeFirst()
      return row !== undefined
    },
    insert: async (secret) => {
      await query.insertInto('appSecrets').values(secret).execute()
    },
    remove: (aid, id) =>
      changesAny(query.deleteFrom('appSecrets').where('aid', '=', aid).where('id', '=', id)),
  }
}
