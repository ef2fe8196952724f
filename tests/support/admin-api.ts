import { typeCommand } from './command.ts'
import { createTestServer, ORIGIN, type TestServer } from './test-server.ts'

/** A reply of the admin API. */
export interface AdminReply {
  status: number
  headers: Headers
  // Tests read fields of many replies.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

/** Options of a call. */
export interface AdminOptions {
  body?: unknown
  headers?: Record<string, string>
  address?: string
}

/** Calls the admin API with a token. */
export type AdminClient = (
  method: string,
  path: string,
  options?: AdminOptions,
) => Promise<AdminReply>

/** Starts a server with the admin API. */
export async function createAdminServer(
  settings: Record<string, string> = {},
): Promise<TestServer> {
  return await createTestServer({ settings: { ADMIN_API: 'on', ...settings } })
}

const ALL_SCOPES = 'users:read,users:write,users:erase,events:read,webhooks,apps:read'

/** Makes a token by the command; returns its text and what it is called. */
export async function addToken(
  server: TestServer,
  { scopes = ALL_SCOPES, flags = [] }: { scopes?: string; flags?: string[] } = {},
): Promise<{ text: string; id: string }> {
  const until = new Date(server.clock.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const typed = ['token', 'add', 'test', '--scopes', scopes, '--until', until, ...flags]
  const { output, errors } = await typeCommand(server, typed)
  const [text = ''] = output.split('\n')
  const id = /called (\w+)/.exec(output)?.[1]
  if (id === undefined) throw new Error(errors)
  return { text, id }
}

/** Returns a client with a token. */
export function adminClient(server: TestServer, text: string): AdminClient {
  return async (method, path, { body, headers = {}, address } = {}) => {
    const request = new Request(`${ORIGIN}/admin/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${text}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const reply = await server.fetch(request, address)
    const sent = await reply.text()
    return {
      status: reply.status,
      headers: reply.headers,
      body: sent === '' ? undefined : JSON.parse(sent),
    }
  }
}

/** Starts a server and returns it with a client that may do everything. */
export async function createAdmin(
  settings: Record<string, string> = {},
): Promise<{ server: TestServer; call: AdminClient; tokenId: string }> {
  const server = await createAdminServer(settings)
  const { text, id } = await addToken(server)
  return { server, call: adminClient(server, text), tokenId: id }
}
