import { expect } from 'vitest'
import { answerOutside } from './outside.ts'
import { discover, oauthClientAt, type OAuthClient } from './oauth-client.ts'
import type { TestServer } from './test-server.ts'

/** Id of a client that is known by its document. */
export const ID = 'https://editor.example.com/client.json'
export const LOOPBACK = 'http://127.0.0.1/callback'
/** Options of a server that accepts the document. */
export const LISTED = { settings: { CLIENT_DOCUMENTS: 'editor.example.com' } }

/** Answers for the host of a document; returns how often it was asked. */
export function publish(document: object | string, init: ResponseInit = {}): { count: number } {
  const fetches = { count: 0 }
  answerOutside(async ({ origin, pathname }) => {
    expect(origin + pathname).toBe(ID)
    fetches.count++
    const body = typeof document === 'string' ? document : JSON.stringify(document)
    return await Promise.resolve(new Response(body, init))
  })
  return fetches
}

/** Returns the document of the client. */
export const document = (more: object = {}): object => ({
  client_id: ID,
  client_name: 'Sailor',
  redirect_uris: [LOOPBACK],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  ...more,
})

export async function createDocumentClient(
  server: TestServer,
  redirect = LOOPBACK,
): Promise<OAuthClient> {
  return oauthClientAt(server, {
    id: ID,
    secret: undefined,
    redirect,
    server: await discover(server),
  })
}
