import * as oauth from 'oauth4webapi'
import type { Client } from './client.ts'
import { typeCommand } from './command.ts'
import { ORIGIN, type TestServer } from './test-server.ts'

/** Redirect of the test client. */
export const REDIRECT = 'https://app.example.com/callback'

/** Client's state of one request. */
export interface StartedRequest {
  address: string
  verifier: string
  state: string
  nonce: string | undefined
}

/** Options of the public client library. */
export interface CallOptions {
  [oauth.allowInsecureRequests]: true
  [oauth.customFetch]: (
    address: string,
    init: oauth.CustomFetchOptions<string, unknown>,
  ) => Promise<Response>
  /** Proves that the client holds a key. */
  DPoP?: oauth.DPoPHandle
}

/** An OAuth client, implemented with a public client library. */
export interface OAuthClient {
  readonly id: string
  /** Undefined for a client without one. */
  readonly secret: string | undefined
  readonly server: oauth.AuthorizationServer
  readonly client: oauth.Client
  /** Client authentication. */
  readonly authentication: oauth.ClientAuth
  /** Options that lead its calls to the test server. */
  readonly options: CallOptions
  /** Starts a request with more or other parameters. */
  start(params?: Readonly<Record<string, string>>): Promise<StartedRequest>
  /** Exchanges the code of an address that a person came back with; `verifier` for another than its own. */
  exchange(
    started: StartedRequest,
    callback: string,
    verifier?: typeof oauth.nopkce,
  ): Promise<oauth.TokenEndpointResponse>
  userInfo(accessToken: string, subject: string): Promise<oauth.UserInfoResponse>
  refresh(refreshToken: string): Promise<oauth.TokenEndpointResponse>
  revoke(token: string): Promise<void>
  introspect(token: string): Promise<oauth.IntrospectionResponse>
  /** Posts anything to one of its calls, with its secret unless other headers say otherwise. */
  post(
    name: 'token' | 'revoke' | 'introspect',
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>
  /** Returns the same client, which asks another instance, or with another secret. */
  at(server: Pick<TestServer, 'fetch'>, secret?: string): OAuthClient
}

/** Registers a client as an operator does, and reads where to ask. */
export async function createOAuthClient(
  testServer: TestServer,
  {
    redirect = REDIRECT,
    scopes = '',
    isPublic = false,
    more = [],
    authenticate,
    dpop,
  }: {
    redirect?: string
    scopes?: string
    isPublic?: boolean
    /** More arguments of the command. */
    more?: readonly string[]
    /** Client authentication other than by secret. */
    authenticate?: oauth.ClientAuth
    /** Key that its tokens are bound to. */
    dpop?: CryptoKeyPair
  } = {},
): Promise<OAuthClient> {
  const { output } = await typeCommand(testServer, [
    'client',
    'add',
    'Harbour',
    '--redirects',
    redirect,
    ...(scopes === '' ? [] : ['--scopes', scopes]),
    ...(isPublic ? ['--public'] : []),
    ...more,
  ])
  const printed = (name: string): string =>
    new RegExp(`^${name} +(\\S+)`, 'm').exec(output)?.[1] ?? ''
  const id = printed('client_id')
  return oauthClientAt(testServer, {
    id,
    secret: isPublic || authenticate !== undefined ? undefined : printed('client_secret'),
    authenticate,
    redirect,
    server: await discover(testServer),
    ...(dpop !== undefined && { dpop: oauth.DPoP({}, dpop) }),
  })
}

interface Registered {
  id: string
  secret: string | undefined
  redirect: string
  server: oauth.AuthorizationServer
  authenticate?: oauth.ClientAuth | undefined
  dpop?: oauth.DPoPHandle
}

type Place = Pick<TestServer, 'fetch'>

/** Returns a client that registered itself or is described by a document. */
export function oauthClientAt(place: Place, registered: Registered): OAuthClient {
  const { id, secret, redirect, server } = registered
  const client: oauth.Client = { client_id: id }
  const { authenticate, dpop } = registered
  const authentication =
    authenticate ?? (secret === undefined ? oauth.None() : oauth.ClientSecretBasic(secret))
  const options: CallOptions = { ...optionsFor(place), ...(dpop !== undefined && { DPoP: dpop }) }
  return {
    id,
    secret,
    server,
    client,
    authentication,
    options,
    start: async (params = {}) => {
      const verifier = oauth.generateRandomCodeVerifier()
      const state = oauth.generateRandomState()
      const nonce = oauth.generateRandomNonce()
      const address = new URL(server.authorization_endpoint ?? '')
      address.search = new URLSearchParams({
        client_id: client.client_id,
        redirect_uri: redirect,
        response_type: 'code',
        scope: 'openid profile email',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...params,
      }).toString()
      return { address: address.href, verifier, state, nonce }
    },
    exchange: async ({ state, nonce, ...started }, callback, verifier) => {
      const params = oauth.validateAuthResponse(server, client, new URL(callback), state)
      const reply = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        params,
        redirect,
        verifier ?? started.verifier,
        options,
      )
      return await oauth.processAuthorizationCodeResponse(server, client, reply, {
        expectedNonce: nonce ?? oauth.expectNoNonce,
      })
    },
    userInfo: async (accessToken, subject) => {
      const reply = await oauth.userInfoRequest(server, client, accessToken, options)
      return await oauth.processUserInfoResponse(server, client, subject, reply)
    },
    refresh: async (token) => {
      const reply = await oauth.refreshTokenGrantRequest(
        server,
        client,
        authentication,
        token,
        options,
      )
      return await oauth.processRefreshTokenResponse(server, client, reply)
    },
    revoke: async (token) => {
      const reply = await oauth.revocationRequest(server, client, authentication, token, options)
      await oauth.processRevocationResponse(reply)
    },
    introspect: async (token) => {
      const reply = await oauth.introspectionRequest(server, client, authentication, token, options)
      return await oauth.processIntrospectionResponse(server, client, reply)
    },
    post: (name, fields, headers) => {
      const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
      return place.fetch(
        new Request(`${server.issuer}/oauth/${name}`, {
          method: 'POST',
          headers: headers ?? { authorization: basic },
          body: new URLSearchParams(fields),
        }),
      )
    },
    at: (other, otherSecret = secret) =>
      oauthClientAt(other, { ...registered, secret: otherSecret }),
  }
}

/** Returns options that lead the calls of the public library to a test server. */
export function optionsFor({ fetch }: Place): CallOptions {
  return {
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: (address, init) => fetch(new Request(address, init as RequestInit)),
  }
}

/** Reads the metadata of a test server, as each client does first. */
export async function discover(place: Place, origin = ORIGIN): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(origin)
  const reply = await oauth.discoveryRequest(issuer, optionsFor(place))
  return await oauth.processDiscoveryResponse(issuer, reply)
}

/** Leaves a request at the server; returns the address to send the person to. */
export async function push(
  oauthClient: OAuthClient,
  params: Record<string, string> = {},
): Promise<StartedRequest> {
  const started = await oauthClient.start(params)
  const reply = await oauth.pushedAuthorizationRequest(
    oauthClient.server,
    oauthClient.client,
    oauthClient.authentication,
    new URL(started.address).searchParams,
    oauthClient.options,
  )
  const { request_uri } = await oauth.processPushedAuthorizationResponse(
    oauthClient.server,
    oauthClient.client,
    reply,
  )
  const address = new URL(oauthClient.server.authorization_endpoint ?? '')
  address.search = new URLSearchParams({ client_id: oauthClient.id, request_uri }).toString()
  return { ...started, address: address.href }
}

/** Opens an address in a person's browser without JavaScript, which finds the page that asks. */
export async function open(browser: Client, address: string): Promise<Response> {
  const reply = await visit(browser, address)
  const { origin } = new URL(address)
  const next = new URL(reply.headers.get('location') ?? '', origin)
  const isAsked = next.origin === origin && next.pathname.endsWith('/authorization')
  return isAsked ? await visit(browser, `${origin}/form/authorize`) : reply
}

/** Opens an address in a person's browser, which follows no redirect. */
export async function visit(browser: Client, address: string): Promise<Response> {
  return await browser.send(new Request(address, { headers: { 'sec-fetch-site': 'none' } }))
}

/** Presses a button of the consent page with some boxes ticked; returns where that leads. */
export async function decide(
  browser: Client,
  page: string,
  { action = 'allow', scopes = ['profile', 'email'], identity = '' } = {},
): Promise<string> {
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const fields = Object.fromEntries(
    hidden.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]),
  )
  const ticked = Object.fromEntries(scopes.map((name) => [`allow_${name}`, '1']))
  const as = identity === '' ? {} : { user_identity_id: identity }
  const reply = await browser.form('/form/authorize', { ...fields, ...ticked, ...as, action })
  return ledTo(reply) ?? `${reply.status} without a redirect`
}

/** Returns where a posted form leads: by a redirect, or by a page that goes on to another origin. */
export function ledTo({ headers }: Response): string | undefined {
  return headers.get('location') ?? headers.get('refresh')?.replace(/^0; url=/, '')
}

/** Signs a person in to a client, with some boxes of the consent page ticked. */
export async function signInTo(
  oauthClient: OAuthClient,
  browser: Client,
  params: Record<string, string> = {},
  decision: Parameters<typeof decide>[2] = {},
): Promise<oauth.TokenEndpointResponse> {
  const started = await oauthClient.start(params)
  const page = await (await open(browser, started.address)).text()
  return await oauthClient.exchange(started, await decide(browser, page, decision))
}
