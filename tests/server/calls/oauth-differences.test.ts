// Our page parses authorization requests itself; here `oidc-provider` parses the same ones.
import { inject } from 'light-my-request'
import { Provider } from 'oidc-provider'
import { expect, test } from 'vitest'
import { createOAuthClient, REDIRECT, visit } from '../../support/oauth-client.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

const ID = 'harbour'
const SCOPES = 'openid profile email offline_access'

/** The library alone, with its own adapter in memory, as strict as ours is meant to be. */
function createPlain(): Provider {
  return new Provider(ORIGIN, {
    clients: [{ client_id: ID, client_secret: 's'.repeat(43), redirect_uris: [REDIRECT] }],
    scopes: SCOPES.split(' '),
    claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
    responseTypes: ['code'],
    cookies: { keys: ['k'.repeat(43)] },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    routes: { authorization: '/oauth/authorize' },
    features: { devInteractions: { enabled: false } },
  })
}

const answer = createPlain().callback()

/** Says where an answer leads: to a page that asks, back to the client, or nowhere. */
function outcomeOf(status: number, location: string | null | undefined): string {
  if (typeof location !== 'string') return `page ${status}`
  const url = new URL(location, ORIGIN)
  if (!url.href.startsWith(REDIRECT)) return 'asks'
  // For `response_type=token`, the library answers in the fragment, which we do not support.
  const params = url.hash === '' ? url.searchParams : new URLSearchParams(url.hash.slice(1))
  return `${params.get('error')}, state ${params.get('state')}, iss ${params.get('iss')}`
}

const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' }

test.each<[string, Record<string, string | undefined>]>([
  ['an ordinary request', {}],
  ['no scope but openid', { scope: 'openid' }],
  ['another order of scopes', { scope: 'email openid' }],
  ['an unknown scope', { scope: 'openid boats' }],
  ['an unknown parameter', { extra: 'foobar' }],
  ['no nonce', { nonce: undefined }],
  ['no response_type', { response_type: undefined }],
  ['response_type token', { response_type: 'token' }],
  ['response_type nonsense', { response_type: 'nonsense' }],
  ['response_mode query', { response_mode: 'query' }],
  ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }],
  ['a plain challenge', { code_challenge_method: 'plain' }],
  ['no method', { code_challenge_method: undefined }],
  ['a short challenge', { code_challenge: 'short' }],
  ['a challenge of other characters', { code_challenge: '!'.repeat(43) }],
  ['prompt login', { prompt: 'login' }],
  ['prompt consent', { prompt: 'consent' }],
  ['prompt login consent', { prompt: 'login consent' }],
  ['prompt none', { prompt: 'none' }],
  ['prompt none and login', { prompt: 'none login' }],
  ['an unknown prompt', { prompt: 'dance' }],
  ['max_age 0', { max_age: '0' }],
  ['max_age 60', { max_age: '60' }],
  ['a negative max_age', { max_age: '-1' }],
  ['max_age in words', { max_age: 'soon' }],
  ['a request object', { request: 'e30.e30.' }],
  ['a request_uri', { request_uri: 'https://app.example.com/request' }],
  ['an unknown client', { client_id: 'nobody' }],
  ['no client', { client_id: undefined }],
  ['no redirect_uri', { redirect_uri: undefined }],
  ['a longer redirect_uri', { redirect_uri: `${REDIRECT}/` }],
  ['a redirect_uri in capitals', { redirect_uri: REDIRECT.toUpperCase() }],
  ['a redirect_uri with a query', { redirect_uri: `${REDIRECT}?x=1` }],
  ['a redirect_uri with a fragment', { redirect_uri: `${REDIRECT}#x` }],
  ['a redirect_uri of another host', { redirect_uri: 'https://evil.example.com/callback' }],
])('answers as the library does: %s', async (_what, changed) => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, { scopes: SCOPES })
  const addressFor = (clientId: string): string => {
    const all = {
      client_id: clientId,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'openid profile',
      state: 'seen',
      nonce: 'once',
      ...challenge,
      ...changed,
    }
    const params = Object.entries(all).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    )
    return `${ORIGIN}/oauth/authorize?${new URLSearchParams(params).toString()}`
  }
  const theirs = await inject((request, response) => void answer(request, response), {
    url: addressFor(ID),
    headers: { host: 'localhost:4321' },
  })
  const ours = await visit(server.client(), addressFor(oauthClient.id))
  const expected = outcomeOf(theirs.statusCode, theirs.headers.location)
  expect(outcomeOf(ours.status, ours.headers.get('location'))).toBe(expected)
})
