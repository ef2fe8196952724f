import { findProof } from '../../widget/captcha/find-proof.ts'
import type { Challenge } from '#protocol/captcha/challenge.ts'
import { getChallenge, verifyChallenge } from '#protocol/captcha/calls.ts'
import { pathIn } from '#protocol/families.ts'
import { createClient, type Client, type ClientSettings } from '../../widget/src/client/index.ts'
import { makeWebId } from '../../widget/src/client/web-id.ts'
import { ORIGIN, type TestServer } from '../support/test-server.ts'

/** A request as it left. */
export interface Sent {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  body: string
  status: number
}

/** A browser around the client under test: it keeps cookies and remembers what was sent. */
export interface Browser {
  client: Client
  webId: string
  cookies: Map<string, string>
  sent: Sent[]
  /** Sends a request with the cookies of this browser. */
  fetch: typeof fetch
  /** Passes the captcha that was drawn last, as a person would. */
  passCaptcha(decision: string): Promise<void>
}

/** The request of a fetch, whose relative address is one of the site. */
export function toRequest(...[input, init]: Parameters<typeof fetch>): Request {
  return new Request(input instanceof Request ? input : new URL(input, ORIGIN), init)
}

/** Opens a browser on the site of a test server. */
export function openBrowser(server: TestServer, settings: Partial<ClientSettings> = {}): Browser {
  const cookies = new Map<string, string>()
  const sent: Sent[] = []
  const webId = makeWebId()

  const send: typeof fetch = async (input, init) => {
    const request = toRequest(input, init)
    request.headers.set('origin', ORIGIN)
    request.headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const { pathname, searchParams } = new URL(request.url)
    const body = await request.clone().text()
    const reply = await server.fetch(request)
    for (const line of reply.headers.getSetCookie()) {
      const [pair = ''] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      if (line.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
    const { method, headers } = request
    sent.push({ method, path: pathname, query: searchParams, headers, body, status: reply.status })
    return reply
  }

  async function post(path: string, body: object): Promise<unknown> {
    const reply = await send(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-tt-passport-csrf-token': cookies.get('passport_csrf_token') ?? 'none',
      },
      body: JSON.stringify(body),
    })
    return ((await reply.json()) as { data: unknown }).data
  }

  return {
    client: createClient({
      aid: 1001,
      language: 'en',
      fetch: send,
      fingerprint: () => webId,
      ...settings,
    }),
    webId,
    cookies,
    sent,
    fetch: send,
    async passCaptcha(decision) {
      const { detail } = JSON.parse(decision) as { detail: string }
      const query = '?aid=1001&account_sdk_source=web'
      const path = (endpoint: typeof getChallenge | typeof verifyChallenge): string =>
        pathIn('root', endpoint.paths.root?.[0] ?? '') + query
      const challenge = (await post(path(getChallenge), { detail, fp: webId })) as Challenge
      const proof = await findProof(challenge.pow, { sliceMs: 1000 })
      await post(path(verifyChallenge), { id: challenge.id, fp: webId, proof })
    },
  }
}
