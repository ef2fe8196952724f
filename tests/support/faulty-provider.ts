import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { authLogin } from '#protocol/web/providers.ts'
import type { Answer, Client } from './client.ts'
import { startOAuth } from './local-providers.ts'

/** Replies to a request at the provider. */
export type ReplyHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
) => void | Promise<void>

/** Provider with replies set by a test, for the settings of GitHub and Google. */
export interface FaultyProvider {
  readonly origin: string
  readonly settings: Readonly<Record<string, string>>
  /** Received requests, such as `POST /token`. */
  readonly requests: string[]
  /** Replies to `POST /token`, `GET /userinfo` and others; anything else is 404. */
  replies: Record<string, ReplyHandler>
  /** Returns an identity token with changed claims, signed by the published key or forged. */
  identity(
    nonce: string,
    changed?: Record<string, unknown>,
    how?: { alg?: 'RS256' | 'HS256' | 'none'; isForged?: boolean },
  ): Promise<string>
  close(): Promise<void>
}

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const

/** Starts the provider on a free port. */
export async function startFaultyProvider(): Promise<FaultyProvider> {
  const replies: Record<string, ReplyHandler> = {}
  const requests: string[] = []
  const createKeyPair = (): Promise<CryptoKeyPair> =>
    crypto.subtle.generateKey(
      { ...RSA, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
      true,
      ['sign', 'verify'],
    )
  const [published, forger] = await Promise.all([createKeyPair(), createKeyPair()])
  const key = await crypto.subtle.exportKey('jwk', published.publicKey)
  const server = createServer((request, response) => {
    void (async () => {
      const path = `${request.method} ${request.url?.split('?')[0]}`
      requests.push(path)
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const reply = provider.replies[path]
      if (path === 'GET /jwks') json(response, { keys: [{ ...key, kid: 'one', use: 'sig' }] })
      else if (reply === undefined) json(response, { message: 'Not Found' }, 404)
      else await reply(request, response, body)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`

  const provider: FaultyProvider = {
    origin,
    settings: settingsFor(origin),
    requests,
    replies,
    identity: async (nonce, changed = {}, { alg = 'RS256', isForged = false } = {}) => {
      const now = Math.floor(Date.now() / 1000)
      const claims = {
        iss: origin,
        aud: 'google-client',
        sub: 'g-1',
        iat: now,
        exp: now + 300,
        nonce,
        name: 'Ann',
        email: 'ann@example.com',
        email_verified: true,
        ...changed,
      }
      const text = [{ alg, kid: 'one' }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')
      if (alg === 'none') return `${text}.`
      const signer = isForged ? forger.privateKey : published.privateKey
      const signature = await crypto.subtle.sign(RSA, signer, Buffer.from(text))
      return `${text}.${Buffer.from(signature).toString('base64url')}`
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return provider
}

/** The replies of GitHub to whoever signs in. */
export const workingGitHub: FaultyProvider['replies'] = {
  'POST /token': (_request, response) =>
    json(response, { access_token: 'gho_secret', token_type: 'bearer', scope: 'read:user' }),
  'GET /user': (_request, response) =>
    json(response, { id: 7, login: 'ann', name: 'Ann Lee', avatar_url: 'https://x.example/a' }),
  'GET /user/emails': (_request, response) =>
    json(response, [{ email: 'ann@example.com', primary: true, verified: true }]),
}

/** Starts a sign-in that leaves for a provider. */
export async function leave(
  client: Client,
  platform: string,
  query: Record<string, string> = {},
): Promise<{ state: string; nonce: string }> {
  const { searchParams } = await startOAuth(client, { platform, ...query })
  return { state: searchParams.get('state') ?? '', nonce: searchParams.get('nonce') ?? '' }
}

/** Signs in by the provider's code. */
export async function signIn(
  client: Client,
  platform: 'github' | 'google' = 'github',
): Promise<Answer> {
  const { state } = await leave(client, platform)
  return await client.call(authLogin, { platform, code: 'good', state })
}

/** Replies with JSON. */
export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function settingsFor(origin: string): Record<string, string> {
  return {
    GITHUB_CLIENT_ID: 'github-client',
    GITHUB_CLIENT_SECRET: 'github-secret',
    GITHUB_AUTHORIZE_URL: `${origin}/authorize`,
    GITHUB_TOKEN_URL: `${origin}/token`,
    GITHUB_USERINFO_URL: `${origin}/user`,
    GITHUB_EMAILS_URL: `${origin}/user/emails`,
    GITHUB_TOKEN_CHECK_URL: `${origin}/applications/{client_id}/token`,
    GOOGLE_CLIENT_ID: 'google-client',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    GOOGLE_ISSUER: origin,
    GOOGLE_AUTHORIZE_URL: `${origin}/authorize`,
    GOOGLE_TOKEN_URL: `${origin}/token`,
    GOOGLE_USERINFO_URL: `${origin}/userinfo`,
    GOOGLE_JWKS_URL: `${origin}/jwks`,
    GOOGLE_TOKEN_CHECK_URL: `${origin}/tokeninfo`,
    VERCEL_CLIENT_ID: 'vercel-client',
    VERCEL_CLIENT_SECRET: 'vercel-secret',
  }
}
