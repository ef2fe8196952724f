import { create, record, string } from 'superstruct'
import { changesAny, insertNew, readAll, readFirst } from './statements.ts'
import type { Queries } from './database.ts'
import type { OAuthResource, StoredOAuthResource } from './schema/oauth.ts'

/** Registered resources. */
export type OAuthResourceRepository = ReturnType<typeof oauthResourceRepository>

/** Registered resources in SQL. */
export function oauthResourceRepository(query: Queries) {
  return {
    /** Returns false when there is one with that id. */
    insert: (resource: OAuthResource) =>
      insertNew(query, 'oauthResources', { ...resource, scopes: JSON.stringify(resource.scopes) }),
    find: (id: string) =>
      readFirst(query.selectFrom('oauthResources').selectAll().where('id', '=', id), toResource),
    all: () => readAll(query.selectFrom('oauthResources').selectAll().orderBy('id'), toResource),
    remove: (id: string) => changesAny(query.deleteFrom('oauthResources').where('id', '=', id)),
  }
}

function toResource(row: StoredOAuthResource): OAuthResource {
  return { ...row, scopes: create(JSON.parse(row.scopes), record(string(), string())) }
}
