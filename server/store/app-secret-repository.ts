import { changesAny, findsAny, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { AppSecret } from './schema/applications.ts'

/** Secrets of applications. */
export type AppSecretRepository = ReturnType<typeof appSecretRepository>

/** Secrets of applications in SQL. */
export function appSecretRepository(query: Queries) {
  return {
    /** Returns the secrets of an application, oldest first. */
    list: (aid: number) =>
      query
        .selectFrom('appSecrets')
        .selectAll()
        .where('aid', '=', aid)
        .orderBy('createdAt')
        .orderBy('id')
        .execute(),
    has: (aid: number, hash: string) =>
      findsAny(
        query.selectFrom('appSecrets').select('id').where('hash', '=', hash).where('aid', '=', aid),
      ),
    insert: (secret: AppSecret) => run(query.insertInto('appSecrets').values(secret)),
    /** Returns false when there was none. */
    remove: (aid: number, id: string) =>
      changesAny(query.deleteFrom('appSecrets').where('aid', '=', aid).where('id', '=', id)),
  }
}
