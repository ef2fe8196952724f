import { expect, test } from 'vitest'
import { listSessions, logout, revokeSession } from '#protocol/web/session.ts'
import { passwordLogin } from '#protocol/web/login.ts'
import { addWebhook, type WebhookInput } from '../../../server/webhooks/manage-webhooks.ts'
import { webhookKinds } from '../../../server/events/webhook-kinds.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'
import { receiveWebhooks, type WebhookReceiver } from '../../support/webhooks.ts'

test('says so of accounts, sessions and passwords, signed as the reference library verifies', async () => {
  const { server, receiver } = await start()
  const person = await server.person()
  const { client, email, password, userId } = person
  await tell(server)
  expect(typesOf(receiver)).toEqual(['ping', 'session.created', 'user.created'])
  expect(receiver.events.find(({ type }) => type === 'user.created')?.data).toMatchObject({
    user_id: userId,
    app_id: 1001,
    event: 'signed_up',
    by: 'email_register',
  })
  const other = server.client()
  await other.call(passwordLogin, { email, password })
  const { data } = await client.call(listSessions, {})
  const second = data.list.find(({ current }) => !current)?.session_id ?? ''
  await client.call(revokeSession, { session_id: second })
  await tell(server)
  expect(eventsOf(receiver, 'session.ended')).toMatchObject([{ session_id: second }])
  expect((await client.call(logout, {})).error).toBeUndefined()
  await tell(server)
  expect(eventsOf(receiver, 'session.created')).toHaveLength(2)
  expect(eventsOf(receiver, 'session.ended')).toHaveLength(2)
  expect(receiver.refused).toEqual([])
})

const all = { kinds: webhookKinds, aid: null, notify: '', withProfile: false } as const

/** Starts a server with a receiver of everything, or what `input` says. */
async function start(
  input: Partial<WebhookInput> = {},
  answer?: Parameters<typeof receiveWebhooks>[1],
) {
  const server = await createTestServer()
  return { server, ...(await add(server, input, answer)) }
}

async function add(
  server: TestServer,
  input: Partial<WebhookInput> = {},
  answer?: Parameters<typeof receiveWebhooks>[1],
) {
  const receiver = await receiveWebhooks(server.clock, answer)
  const { services } = server.app
  const { webhook, secret } = await addWebhook(services, { ...all, url: receiver.url, ...input })
  receiver.secret = secret
  // Until the cache of endpoints is read anew.
  server.clock.passSeconds(6)
  return { receiver, id: webhook.id }
}

/** Waits until all that is due was sent. */
async function tell({ app }: TestServer): Promise<void> {
  app.services.webhookWorker.wake()
  await app.services.webhookWorker.idle()
}

function typesOf({ events }: WebhookReceiver): string[] {
  return events.map(({ type }) => type).toSorted()
}

function eventsOf({ events }: WebhookReceiver, type: string) {
  return events.filter((event) => event.type === type).map(({ data }) => data)
}
