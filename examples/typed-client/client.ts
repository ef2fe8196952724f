// A client of the account server, typed by its document: every path, field and reply. README.md makes passport.d.ts.
import type { paths } from './passport.js'

type Method = 'get' | 'post'

/** Paths that take a method. */
type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never
}[keyof paths]

type Operation<M extends Method, P extends PathOf<M>> = paths[P][M]

type Query<O> = O extends { parameters: { query?: infer Q } } ? Partial<Q> : never

type Body<O> = O extends { requestBody?: { content: infer C } } ? C[keyof C] : never

type Reply<O> = O extends { responses: { 200: { content: { 'application/json': infer R } } } }
  ? R
  : never

interface Sent<O> {
  query?: Query<O>
  body?: Body<O>
}

/** An application's way to the server, for one person. */
export interface Client {
  /** The session: `session_key` of a sign-in. */
  token: string
  call<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    sent?: Sent<Operation<M, P>>,
  ): Promise<Reply<Operation<M, P>>>
}

/** Returns a client of the application with this number. */
export function createClient(server: string, aid: number): Client {
  const client: Client = {
    token: '',
    call: async (method, path, { query, body } = {}) => {
      const common = { aid, language: 'en', account_sdk_source: 'app' }
      const address = `${server}${path}?${toForm({ ...common, ...query }).toString()}`
      const headers = new Headers(client.token === '' ? [] : [['x-tt-token', client.token]])
      const sent = method === 'get' ? null : toForm(body ?? {})
      const reply = await fetch(address, { method: method.toUpperCase(), headers, body: sent })
      return await reply.json()
    },
  }
  return client
}

/** Lists become texts with commas, objects JSON, as `encoding` in the document says. */
function toForm(fields: object): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    const isText = typeof value !== 'object' || Array.isArray(value)
    if (value !== undefined) form.set(name, isText ? String(value) : JSON.stringify(value))
  }
  return form
}
