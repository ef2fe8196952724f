import { expect, test } from 'vitest'
import { addToken, adminClient, createAdmin } from '../../support/admin-api.ts'
import { typeCommand } from '../../support/command.ts'
import { receiveWebhooks, tell } from '../../support/webhooks.ts'

test('are added, read, changed, renewed, replayed and removed', async () => {
  const { server, call, tokenId } = await createAdmin()
  const receiver = await receiveWebhooks(server.clock)
  const body = { url: receiver.url, kinds: ['user.created'] }
  const added = await call('POST', '/webhooks', { body })
  expect(added).toMatchObject({
    status: 201,
    body: { webhook: { state: 'on', kinds: ['user.created'] } },
  })
  receiver.secret = added.body.secret
  const path = `/webhooks/${added.body.webhook.id}`
  // Until endpoints are read anew.
  server.clock.passSeconds(6)
  await call('POST', '/users', { body: { username: 'newcomer' } })
  await tell(server)
  expect(receiver.events.map(({ type }) => type)).toEqual(['ping', 'user.created'])
  const list = await call('GET', `${path}/deliveries?limit=1&state=done`)
  expect(list.body.deliveries).toMatchObject([{ kind: 'user.created', state: 'done', attempts: 1 }])
  const rest = await call(
    'GET',
    `${path}/deliveries?limit=1&state=done&cursor=${list.body.next_cursor}`,
  )
  expect(rest.body.deliveries).toMatchObject([{ kind: 'ping' }])
  const replay = `${path}/deliveries/${list.body.deliveries[0].event_id}/replay`
  expect((await call('POST', replay)).status).toBe(204)
  expect((await call('POST', `${path}/deliveries/nothing/replay`)).status).toBe(404)
  await tell(server)
  expect(receiver.events).toHaveLength(3)

  const renewed = await call('POST', `${path}/secret`)
  expect(renewed.body.secret).toMatch(/^whsec_/)
  expect(renewed.body.secret).not.toBe(added.body.secret)
  expect(JSON.stringify((await call('GET', '/webhooks')).body)).not.toContain('secret')
  const change = { with_profile: true, state: 'off' }
  expect((await call('PATCH', path, { body: change })).body).toMatchObject(change)
  expect((await call('PATCH', path, { body: {} })).status).toBe(422)
  expect((await call('PATCH', path, { body: { state: 'on' } })).status).toBe(200)
  expect((await call('DELETE', path)).status).toBe(204)
  expect((await call('GET', path)).status).toBe(404)

  // Each change is an event that names the token and the webhook, what failed is none.
  const { events } = (await call('GET', '/events?limit=100')).body
  const changes = events.filter(({ kind }: { kind: string }) => kind.startsWith('webhook_'))
  const by = `token:${tokenId}: ${added.body.webhook.id}`
  expect(changes.map(({ kind }: { kind: string }) => kind).toReversed()).toEqual([
    'webhook_added',
    'webhook_replayed',
    'webhook_renewed',
    'webhook_changed',
    'webhook_off',
    'webhook_on',
    'webhook_removed',
  ])
  for (const one of changes) expect(one).toMatchObject({ by, user_id: '', app_id: 0 })
  const listed = await typeCommand(server, ['events'])
  expect(listed.output).toContain(by)
})

test.each([
  [{ url: 'ftp://example.com', kinds: ['ping'] }, 'url'],
  [{ url: 'nowhere', kinds: ['ping'] }, 'url'],
  [{ url: 'https://example.com', kinds: ['all'] }, 'kinds.0'],
  [{ url: 'https://example.com', kinds: [] }, 'kinds'],
  [{ url: 'https://example.com', kinds: ['ping'], notify: 'ops' }, 'notify'],
  [{ url: 'https://example.com', kinds: ['ping'], secret: 'mine' }, 'secret'],
])('refuses %j', async (body, field) => {
  const { call } = await createAdmin()
  const refusal = { status: 422, body: { errors: [{ field }] } }
  expect(await call('POST', '/webhooks', { body })).toMatchObject(refusal)
})

test('of another application are as if they were not there', async () => {
  const { server, call } = await createAdmin()
  const { url } = await receiveWebhooks(server.clock)
  const body = { url, kinds: ['user.created'] }
  const { id } = (await call('POST', '/webhooks', { body })).body.webhook
  const limited = adminClient(server, (await addToken(server, { flags: ['--aid', '1002'] })).text)
  expect((await limited('GET', '/webhooks')).body).toEqual({ webhooks: [] })
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/secret'],
    ['GET', '/deliveries'],
    ['POST', '/deliveries/x/replay'],
  ] as const) {
    expect((await limited(method, `/webhooks/${id}${path}`)).status).toBe(404)
  }
  const own = await limited('POST', '/webhooks', { body })
  expect(own.body.webhook.app_id).toBe(1002)
  expect((await limited('POST', '/webhooks', { body: { ...body, app_id: 1001 } })).status).toBe(403)
  expect((await call('POST', '/webhooks', { body: { ...body, app_id: 4711 } })).status).toBe(422)
  const typed = ['webhook', 'add', url, '--kinds', 'ping', '--aid', '4711']
  expect((await typeCommand(server, typed)).errors).toContain('There is no application 4711.')
})
