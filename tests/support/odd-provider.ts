import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a third party answers at one of its addresses. */
export type Answerer = (
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
) => void | Promise<void>

/** A third party that does what a test says, at the addresses of GitHub and Google. */
export interface OddProvider {
  readonly origin: string
  readonly settings: Readonly<Record<string, string>>
  /** Ids of requests that came, such as `POST /token`. */
  readonly seen: string[]
  /** How `POST /token`, `GET /userinfo` and others are answered; anything else is 404. */
  answers: Record<string, Answerer>
  /** An identity token for a nonce, with some claims changed, signed by the published key or not. */
  identity(
    nonce: string,
    changed?: Record<string, unknown>,
    how?: { alg?: 'RS256' | 'HS256' | 'none'; isForged?: boolean },
  ): Promise<string>
  close(): Promise<void>
}

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const

/** Starts one on a free port. */
export async function startOddProvider(): Promise<OddProvider> {
  const answers: Record<string, Answerer> = {}
  const seen: string[] = []
  const make = (): Promise<CryptoKeyPair> =>
    crypto.subtle.generateKey(
      { ...RSA, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
      true,
      ['sign', 'verify'],
    )
  const [own, forger] = await Promise.all([make(), make()])
  const key = await crypto.subtle.exportKey('jwk', own.publicKey)
  const server = createServer((request, response) => {
    void (async () => {
      const path = `${request.method} ${request.url?.split('?')[0]}`
      seen.push(path)
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const answer = provider.answers[path]
      if (path === 'GET /jwks') json(response, { keys: [{ ...key, kid: 'one', use: 'sig' }] })
      else if (answer === undefined) json(response, { message: 'Not Found' }, 404)
      else await answer(request, response, body)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`

  const provider: OddProvider = {
    origin,
    settings: settingsFor(origin),
    seen,
    answers,
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
      const signer = isForged ? forger.privateKey : own.privateKey
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

/** Answers JSON. */
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
