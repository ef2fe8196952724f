import { expect, test, vi } from 'vitest'
import { adminCalls, type AdminCall, type AdminCallName } from '#protocol/admin.ts'
import { addToken, adminClient, createAdminServer } from '../../support/admin-api.ts'
import type { AdminClient, AdminReply } from '../../support/admin-api.ts'
import { observe } from '../../support/observe.ts'
import { observePair } from '../../support/observe-pair.ts'
import type { TestServer } from '../../support/test-server.ts'
import { receiveWebhooks } from '../../support/webhooks.ts'

const reason = 'asked'

/** Bodies of calls that need one. */
const bodies: Partial<Record<AdminCallName, object>> = {
  changeUser: { name: 'Ann', external_id: 'ann-1' },
  restoreAddress: { reason, address: 'ann@example.com' },
  changeWebhook: { state: 'off' },
}

/** Calls for tokens of everybody alone. */
const ofEverybody = new Set<AdminCallName>(['exportUser', 'listUserAttempts'])

/** What a token of application 1002 does not see, and itself. */
interface Foreign {
  server: TestServer
  limited: AdminClient
  /** Without any scope that a call needs. */
  scopeless: (scope: string) => Promise<AdminClient>
  userId: string
  email: string
  sessionId: string
  webhookId: string
  eventId: string
  ownUser: string
  ownWebhook: string
}

async function createForeign(): Promise<Foreign> {
  // Otherwise a worker's poll could add a statement to one of the calls.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const server = await createAdminServer()
  const all = adminClient(server, (await addToken(server)).text)
  const limited = adminClient(server, (await addToken(server, { flags: ['--aid', '1002'] })).text)
  const { userId, email } = await server.person()
  const { body } = await all('GET', `/users/${userId}/sessions`)
  const { url } = await receiveWebhooks(server.clock)
  const webhook = { url, kinds: ['user.created'] }
  const webhookId = (await all('POST', '/webhooks', { body: webhook })).body.webhook.id
  await server.app.services.webhookWorker.idle()
  const { deliveries } = (await all('GET', `/webhooks/${webhookId}/deliveries`)).body
  const own = { username: 'own-person' }
  return {
    server,
    limited,
    scopeless: async (scope) => {
      const scopes = scope === 'apps:read' ? 'webhooks' : 'apps:read'
      return adminClient(server, (await addToken(server, { scopes })).text)
    },
    userId,
    email,
    sessionId: body.sessions[0].id,
    webhookId,
    eventId: deliveries[0].event_id,
    ownUser: (await limited('POST', '/users', { body: own })).body.id,
    ownWebhook: (await limited('POST', '/webhooks', { body: webhook })).body.webhook.id,
  }
}

const withId = (Object.keys(adminCalls) as AdminCallName[]).filter((name) =>
  adminCalls[name].path.includes('{'),
)

// Compares two replies and what the server did for them.
async function compare(
  { server }: Foreign,
  foreign: () => Promise<AdminReply>,
  missing: () => Promise<AdminReply>,
): Promise<AdminReply> {
  const [one, other] = await observePair(async () => {
    server.clock.passSeconds(2)
    await foreign()
    return [await observe(server, foreign), await observe(server, missing)]
  })
  expect(plain(one.answer)).toEqual(plain(other.answer))
  expect(one.statements).toEqual(other.statements)
  return one.answer
}

function plain({ status, headers, body }: AdminReply): unknown {
  return { status, headers: [...headers.keys()], body: { ...body, log_id: '' } }
}

/** Returns what asks for an object with an id, and for a part of it. */
function asking(
  name: AdminCallName,
): (call: AdminClient, id: string, inner?: string) => () => Promise<AdminReply> {
  const { method, path, body: struct }: AdminCall = adminCalls[name]
  const body = bodies[name] ?? (struct === undefined ? undefined : { reason })
  return (call, id, inner = 'x') => {
    const url = path.replace('{id}', id).replace(/\{\w+\}/, inner)
    return () => call(method, url, { body })
  }
}

function idsFor(name: AdminCallName, foreign: Foreign): { id: string; own: string; inner: string } {
  return adminCalls[name].path.startsWith('/webhooks')
    ? { id: foreign.webhookId, own: foreign.ownWebhook, inner: foreign.eventId }
    : { id: foreign.userId, own: foreign.ownUser, inner: foreign.sessionId }
}

test.each(withId)(
  '%s answers and works alike for what a token does not see and what is not there',
  async (name) => {
    const foreign = await createForeign()
    const { limited } = foreign
    const { id, inner } = idsFor(name, foreign)
    const ask = asking(name)
    const { status } = await compare(foreign, ask(limited, id, inner), ask(limited, '7'))
    expect(status).toBe(ofEverybody.has(name) ? 403 : 404)
    const scopeless = await foreign.scopeless(adminCalls[name].scope)
    const refused = await compare(foreign, ask(scopeless, id, inner), ask(scopeless, '7'))
    expect(refused.status).toBe(403)
  },
)

const ofParts = withId.filter((name) => adminCalls[name].path.split('{').length > 2)

test.each(ofParts)('%s does so for parts of what the token sees', async (name) => {
  const foreign = await createForeign()
  const { limited } = foreign
  const { own, inner } = idsFor(name, foreign)
  const ask = asking(name)
  const { status } = await compare(foreign, ask(limited, own, inner), ask(limited, own))
  expect(status).toBe(ofEverybody.has(name) ? 403 : 404)
})

test.each(['email', 'search', 'external_id', 'username'])(
  'lists nobody whom a token does not see by %s, and does the same as for nobody',
  async (field) => {
    const foreign = await createForeign()
    const { server, limited, userId, email } = foreign
    const all = adminClient(server, (await addToken(server)).text)
    const body = { username: 'foreign-person', external_id: 'foreign-1' }
    expect((await all('PATCH', `/users/${userId}`, { body })).status).toBe(200)
    const known = { email, search: email, external_id: 'foreign-1', username: 'foreign-person' }
    const find = (text: string | undefined) => () =>
      limited('GET', `/users?${field}=${encodeURIComponent(text ?? '')}`)
    const nobody = field === 'email' ? 'nobody@example.net' : 'nobody'
    const { status, body: found } = await compare(
      foreign,
      find(known[field as keyof typeof known]),
      find(nobody),
    )
    expect({ status, found }).toEqual({ status: 200, found: { users: [] } })
  },
)
