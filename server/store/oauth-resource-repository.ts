import { create, record, string } from 'superstruct'
import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

/** Another server that tokens are for (RFC 8707). */
export interface OAuthResource {
  /** Its address, the audience of its tokens. */
  id: string
  name: string
  /** Descriptions for people by scope. */
  scopes: Readonly<Record<string, string>>
  /** Whether its tokens are looked up here, or are JWTs that it reads itself (RFC 9068). */
  format: 'opaque' | 'jwt'
  /** Client that may ask about its tokens; empty for none. */
  clientId: string
  createdAt: number
}

/** A row of `oauth_resources`; `scopes` is JSON. */
export interface StoredOAuthResource extends Omit<OAuthResource, 'scopes'> {
  scopes: string
}

/** Registered resources. */
export interface OAuthResourceRepository {
  /** Returns false when there is one with that id. */
  insert(resource: OAuthResource): Promise<boolean>
  find(id: string): Promise<OAuthResource | undefined>
  all(): Promise<OAuthResource[]>
  remove(id: string): Promise<boolean>
}

/** Registered resources in SQL. */
export function oauthResourceRepository(query: Queries): OAuthResourceRepository {
  return {
    insert: (resource) =>
      changesAny(
        query
          .insertInto('oauthResources')
          .values({ ...resource, scopes: JSON.stringify(resource.scopes) })
          .onConflict((conflict) => conflict.doNothing()),
      ),
    find: async (id) => {
      const row = await query
        .selectFrom('oauthResources')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toResource(row)
    },
    all: async () => {
      const rows = await query.selectFrom('oauthResources').selectAll().orderBy('id').execute()
      return rows.map(toResource)
    },
    remove: (id) => changesAny(query.deleteFrom('oauthResources').where('id', '=', id)),
  }
}

function toResource(row: StoredOAuthResource): OAuthResource {
  return { ...row, scopes: create(JSON.parse(row.scopes), record(string(), string())) }
}
