import { createHash } from 'node:crypto'
import { Agent, request } from 'node:http'

/** Redirect URI of the client; nobody listens there. */
export const REDIRECT = 'https://app.example.com/callback'
export const SCOPE = 'openid profile offline_access'
export const VERIFIER = 'v'.repeat(43)
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
/** The client of servers that take one by their settings. */
export const CLIENT = { id: 'bench', secret: 's'.repeat(43) }

/** A provider in a process of its own. */
export interface Target {
  readonly name: string
  readonly origin: string
  readonly pid: number
  readonly client: { readonly id: string; readonly secret: string }
  /** Returns a code that somebody has allowed. */
  code(): Promise<string>
}

export interface Reply {
  status: number
  location: string
  body: string
}

const agent = new Agent({ keepAlive: true })

/** Sends a request on a connection that is kept. */
export async function send(
  address: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Promise<Reply> {
  return await new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const sent = request(address, { agent, method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location ?? '',
          body: text,
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Posts to a call of clients; @throws when it refuses. */
export async function post(
  { client, origin }: Pick<Target, 'client' | 'origin'>,
  path: string,
  fields: Record<string, string>,
): Promise<Record<string, unknown>> {
  const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64')
  const { status, body } = await send(origin + path, {
    headers: {
      authorization: `Basic ${basic}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  })
  if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`)
  return JSON.parse(body) as Record<string, unknown>
}
