import { mask } from 'superstruct'
import nacl from 'tweetnacl'
import {
  errorsOf,
  fillPath,
  pathOf,
  type Call,
  type Endpoint,
  type Reply,
} from '#protocol/endpoint.ts'
import type { Envelope } from '#protocol/envelope.ts'
import { commonErrors } from '#protocol/errors.ts'
import type { Family } from '#protocol/families.ts'
import { sealFields, type SealKey } from '#protocol/seal.ts'
import { sealKey } from '#protocol/web/keys.ts'

/** Sends a request to a server, as `fetch` does; `address` is who seems to send it. */
export type Send = (request: Request, address?: string) => Promise<Response>

/** A reply as a test looks at it. */
export interface Answer<Data extends object = object> {
  status: number
  headers: Headers
  body: Envelope
  /** Of a success what the endpoint's struct says, of a refusal `name` and what belongs to it. */
  data: Data & Record<string, unknown>
  /** Name of the error, or undefined for success. */
  error: string | undefined
}

/** Options of a call. */
export interface CallOptions {
  aid?: number
  family?: Family
  method?: 'GET' | 'POST'
  origin?: string | null
  headers?: Record<string, string>
  /** Common parameters, in the query. */
  params?: Record<string, string>
  /** Seals the sensitive fields of the row. */
  isSealed?: boolean
  address?: string
}

/** A browser: keeps cookies and the CSRF token, and knows its web id. */
export interface Client {
  readonly cookies: Map<string, string>
  readonly webId: string
  call<E extends Endpoint>(
    endpoint: E,
    payload: Call<E>,
    options?: CallOptions,
  ): Promise<Answer<Reply<E>>>
  /** Sends any request with the cookies of this browser. */
  send(request: Request, address?: string): Promise<Response>
  form(
    path: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Response>
}

let clients = 0

/** A new browser that talks to one server. */
export function createClient(send: Send, origin: string, address = '127.0.0.1'): Client {
  const cookies = new Map<string, string>()
  const webId = `verify_client_${++clients}`
  let csrf: string | undefined

  async function exchange(request: Request, from = address): Promise<Response> {
    if (cookies.size > 0 && !request.headers.has('cookie')) {
      request.headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    }
    const reply = await send(request, from)
    for (const line of reply.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      if (attributes.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
    csrf = reply.headers.get('x-tt-passport-csrf-token') ?? csrf
    return reply
  }

  async function seal(
    endpoint: Endpoint,
    path: string,
    method: 'GET' | 'POST',
    aid: number,
    fields: Record<string, string>,
  ): Promise<Record<string, string>> {
    const { data } = await client.call(sealKey, {}, { aid })
    const [key] = JSON.parse(data.keys_json) as SealKey[]
    if (key === undefined) throw new Error('the server has no sealing key')
    const sensitive = Object.entries(fields).filter(([name]) => endpoint.sensitive.includes(name))
    const sealed = sealFields(
      nacl,
      key,
      { method, path, aid },
      Object.fromEntries(sensitive),
      data.now,
    )
    return { ...fields, ...sealed.fields, ...toText(sealed.params) }
  }

  const client: Client = {
    cookies,
    webId,
    call: async (endpoint, payload, options = {}) => {
      const family = options.family ?? (endpoint.paths.web === undefined ? 'root' : 'web')
      const method = options.method ?? endpoint.methods[0] ?? 'POST'
      const aid = options.aid ?? 1001
      const plain = toText(payload)
      const path = fillPath(pathOf(endpoint, family) ?? '', { aid: String(aid), ...plain })
      const query = new URLSearchParams({
        aid: String(aid),
        account_sdk_source: 'web',
        language: 'en',
        fp: webId,
        ...options.params,
      })
      const fields = options.isSealed ? await seal(endpoint, path, method, aid, plain) : plain
      if (method === 'GET')
        for (const [name, value] of Object.entries(fields)) query.set(name, value)
      const from = options.origin === undefined ? origin : options.origin
      const reply = await exchange(
        new Request(`${origin}${path}?${query}`, {
          method,
          headers: {
            // A browser that goes on at another server has the token in its cookie alone.
            'x-tt-passport-csrf-token':
              csrf ?? cookies.get('passport_csrf_token') ?? 'made-up-before-the-first-reply',
            ...(from === null ? {} : { origin: from }),
            ...(endpoint.body === 'json' ? { 'content-type': 'application/json' } : {}),
            ...options.headers,
          },
          ...(method === 'GET'
            ? {}
            : {
                body:
                  endpoint.body === 'json' ? JSON.stringify(payload) : new URLSearchParams(fields),
              }),
        }),
        options.address ?? address,
      )
      const answer = await readAnswer(reply)
      // The server cuts replies but does not check them: here each is held to its row, and so is
      // each refusal.
      if (answer.error === undefined) mask(answer.data, endpoint.reply)
      else if (![...errorsOf(endpoint), ...commonErrors].some((name) => name === answer.error)) {
        throw new Error(
          `${endpoint.operation} answers ${answer.error}, which its row does not list`,
        )
      }
      return answer
    },
    send: exchange,
    form: (path, fields, headers = {}) =>
      exchange(
        new Request(`${origin}${path}`, {
          method: 'POST',
          redirect: 'manual',
          headers: { origin, 'sec-fetch-site': 'same-origin', ...headers },
          body: new URLSearchParams(fields),
        }),
      ),
  }
  return client
}

/** Reads a reply of the protocol. */
export async function readAnswer(reply: Response): Promise<Answer> {
  const body = (await reply.json()) as Envelope
  const { data } = body
  return {
    status: reply.status,
    headers: reply.headers,
    body,
    data,
    error: body.message === 'success' ? undefined : String(data.name),
  }
}

function toText(fields: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, string] => {
        const isJson =
          typeof value === 'object' &&
          !(Array.isArray(value) && value.every((one) => typeof one !== 'object'))
        return [name, isJson ? JSON.stringify(value) : String(value)]
      }),
  )
}
