import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { fillSearchKeys } from '../../../server/store/search-keys.ts'
import { addToken, adminClient } from '../../support/admin-api.ts'
import { typeCommand } from '../../support/command.ts'
import { secretIn, submitForm } from '../../support/console-forms.ts'
import { createConsoleServer, signInOperator } from '../../support/console.ts'
import type { TestServer } from '../../support/test-server.ts'
import { receiveWebhooks, tell } from '../../support/webhooks.ts'

/** Returns a row without what differs in two that were made alike. */
function plain(row: object | undefined) {
  const known = { id: '', secretHash: '', formerSecretHash: '', secret: '', formerSecret: '' }
  const others = { hash: '', url: '', operation: '', failingSince: '', clientFields: '' }
  return (
    row &&
    Object.fromEntries(
      Object.entries({ ...row }).filter(([name]) => !(name in known || name in others)),
    )
  )
}

async function record(server: TestServer): Promise<string> {
  return (await typeCommand(server, ['operator', 'events', '--json'])).output
}

test('does to clients what the commands do', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'admin')
  const { oauthClients } = server.app.services
  const redirects = 'https://app.example/back'
  const { output } = await typeCommand(server, [
    'client',
    'add',
    'Notes <i>',
    '--redirects',
    redirects,
  ])
  const [, byCommand = ''] = /client_id +(\S+)/.exec(output) ?? []
  const shown = await ann.act('/clients', 'add', { name: 'Notes <i>', redirects, proof: 'secret' })
  const [, byConsole = ''] = /\/clients\/(c_[\w-]+)/.exec(shown.text) ?? []
  const secret = secretIn(shown)
  const same = async () =>
    expect(plain(await oauthClients.find(byConsole))).toEqual(
      plain(await oauthClients.find(byCommand)),
    )
  await same()

  const path = `/clients/${byConsole}`
  for (const [words, name, fields] of [
    [['client', 'freeze', byCommand], 'freeze', {}],
    [['client', 'freeze', byCommand, '--off'], 'unfreeze', {}],
    [['client', 'verify', byCommand], 'verify', {}],
    [['client', 'verify', byCommand, '--off'], 'unverify', {}],
  ] as const) {
    await typeCommand(server, words)
    expect((await ann.act(path, name, fields)).status).toBe(303)
    await same()
  }
  const changes = {
    scopes: 'openid email',
    logoutCall: 'https://app.example/logout',
    requiredLevel: '2',
    isForDevices: '1',
    responseModes: 'form_post',
  }
  const set = ['--scopes', 'openid,email', '--logout-call', changes.logoutCall, '--devices']
  const more = ['--required-level', '2', '--response-modes', 'form_post']
  await typeCommand(server, ['client', 'set', byCommand, ...set, ...more])
  expect((await submitForm(ann, path, 'set', changes)).status).toBe(303)
  await same()
  expect((await submitForm(ann, path, 'set', { redirects: 'javascript:alert(1)' })).status).toBe(
    422,
  )
  expect((await submitForm(ann, path, 'set', { scopes: 'everything' })).status).toBe(422)
  await same()

  const second = secretIn(await ann.act(path, 'add-secret'))
  expect((await oauthClients.find(byConsole))?.formerSecretHash).not.toBe('')
  expect((await ann.act(path, 'add-secret')).status).toBe(409)
  await ann.act(path, 'end-secret', { which: 'older' })
  expect((await oauthClients.find(byConsole))?.formerSecretHash).toBe('')
  const page = (await ann.get(path)).text
  for (const text of [page, (await ann.get('/clients')).text, await record(server)]) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(second)
    expect(text).not.toContain('Notes <i>')
  }
  for (const q of [byConsole, 'NOTES', 'app.example/b', 'https://app.example']) {
    const found = await ann.get(`/clients?${new URLSearchParams({ q })}`)
    expect(found.text, q).toContain('Notes &lt;i&gt;')
    expect(found.text.split(path).length, q).toBe(2)
  }
  await submitForm(ann, path, 'set', { name: 'Pages', redirects: 'https://pages.example/' })
  for (const [q, isFound] of [
    ['page', true],
    ['pages.example', true],
    ['ages', false],
  ] as const) {
    expect((await ann.get(`/clients?q=${q}`)).text.includes(path), q).toBe(isFound)
  }
  // As before there were keys.
  const keys = { searchKey: null, addressKey: null }
  await server.database.query.updateTable('oauthClients').set(keys).execute()
  expect((await ann.get('/clients?q=pages.ex')).text).not.toContain(path)
  await fillSearchKeys(server.database)
  expect((await ann.get('/clients?q=pages.ex')).text).toContain(path)
  expect((await ann.act(path, 'remove')).headers.get('location')).toBe(
    '/clients?done=client.remove',
  )
  expect(await oauthClients.find(byConsole)).toBeUndefined()
  expect((await ann.get(path)).status).toBe(404)
})

test('freezes a client whose id is a long address, and whose name is markup', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'admin')
  const { oauthClients } = server.app.services
  const shown = await ann.act('/clients', 'add', {
    name: 'Model',
    redirects: 'https://app.example/back',
    proof: 'public',
  })
  const model = await oauthClients.find(shown.headers.get('location')?.split('/').at(-1) ?? '')
  if (model === undefined) throw new Error('there is no client')
  const id = `https://notes.example/${'long/'.repeat(40)}client.json?x=1&y=%22`
  await oauthClients.saveDocument({ ...model, id, kind: 'document', name: '<img src=x>' })
  const path = `/clients/${encodeURIComponent(id)}`
  expect((await ann.get('/clients')).text).toContain(`href="${path}"`)
  const { text } = await ann.get(path)
  expect(text).toContain('&lt;img src=x&gt;')
  expect(text).not.toContain('<img src=x')
  expect(text).not.toContain('value="set"')
  const { scopes } = model
  const changes = { name: 'Mine', scopes, requiredLevel: '1' }
  expect((await ann.act(path, 'set', changes)).status).toBe(404)
  expect((await ann.act(path, 'freeze')).status).toBe(303)
  expect((await oauthClients.find(id))?.state).toBe('frozen')
})

test('does to companies what the commands do, and their record names the operator', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'admin')
  const { memberships, organizations } = server.app.services
  const { output } = await typeCommand(server, ['subject', 'add', '--name', 'Orchard <b>'])
  const [, byCommand = ''] = /as (\d+)\./.exec(output) ?? []
  const added = await ann.act('/companies', 'add', { name: 'Orchard <b>', aid: '1001' })
  const path = added.headers.get('location') ?? ''
  const byConsole = path.split('/').at(-1) ?? ''
  const { userId } = await server.person()
  const other = await server.person()
  const same = async () => {
    expect(plain(await organizations.find(byConsole))).toEqual(
      plain(await organizations.find(byCommand)),
    )
    const rows = async (id: string) =>
      (await memberships.members(id, {}, { offset: 0, limit: 9 })).list.map((one) => ({
        ...plain(one),
        organizationId: '',
      }))
    expect(await rows(byConsole)).toEqual(await rows(byCommand))
  }
  await same()
  for (const [words, name, fields] of [
    [['member', 'add', byCommand, userId], 'add-member', { who: userId }],
    [
      ['member', 'add', byCommand, other.userId, '--name', 'Sue'],
      'add-member',
      { who: other.userId, name: 'Sue' },
    ],
    [
      ['subject', 'manager', byCommand, userId, '--reason', 'Ticket 77'],
      'set-manager',
      { who: userId },
    ],
    [
      ['subject', 'manager', byCommand, other.userId, '--reason', 'Ticket 77'],
      'set-manager',
      { who: other.userId },
    ],
    [['member', 'freeze', byCommand, userId], 'freeze-member', { who: userId }],
    [['member', 'freeze', byCommand, userId, '--off'], 'unfreeze-member', { who: userId }],
    [['subject', 'freeze', byCommand], 'freeze', {}],
    [['subject', 'freeze', byCommand, '--off'], 'unfreeze', {}],
    [['member', 'remove', byCommand, userId], 'remove-member', { who: userId }],
  ] as const) {
    expect(await typeCommand(server, words)).toMatchObject({ code: 0 })
    const reply = await ann.act(path, name, fields)
    expect([name, reply.status]).toEqual([name, 303])
    await same()
  }
  expect((await ann.act(path, 'remove-member', { who: other.userId })).status).toBe(409)
  expect((await ann.act(path, 'add-member', { who: 'nobody@example.com' })).status).toBe(404)
  expect((await ann.act(path, 'take-domain', { domain: 'example.com' })).status).toBe(404)
  const owner = await signInOperator(server, 'owner')
  for (const { person } of [ann, owner]) {
    expect((await ann.act(path, 'add-member', { who: person.email })).status).toBe(409)
    await typeCommand(server, ['member', 'add', byConsole, person.userId])
    for (const name of ['freeze-member', 'remove-member', 'set-manager']) {
      expect((await ann.act(path, name, { who: person.userId })).status, name).toBe(409)
    }
  }
  const { text } = await ann.get(path)
  expect(text).toContain('Orchard &lt;b&gt;')
  expect(text).not.toContain('Orchard <b>')
  const domain = { organizationId: byConsole, domain: 'orchard.example', aid: 1001 }
  const unproved = { mailbox: 'it', claim: 'x', sentAt: 0, verifiedAt: 0, nextLookupAt: 0 }
  const state = { state: 'pending', missedLookups: 0 } as const
  await server.app.services.organizationDomains.start({ ...domain, ...unproved, ...state }, 0)
  for (const q of [byConsole, 'orch', 'Orchard <B', 'orchard.ex']) {
    const found = await ann.get(`/companies?${new URLSearchParams({ q })}`)
    expect(found.text, q).toContain(`href="${path}"`)
  }
  expect((await ann.get('/companies?q=rchard')).text).not.toContain(path)
  const { query } = server.database
  await query.updateTable('organizations').set({ searchKey: null }).execute()
  await query.updateTable('organizationDomains').set({ domainKey: null }).execute()
  await fillSearchKeys(server.database)
  for (const q of ['orch', 'orchard.ex']) {
    expect((await ann.get(`/companies?q=${q}`)).text, q).toContain(path)
  }
  expect(await record(server)).toContain('company.set-manager')
})

test('does to webhooks what command and API do, and shows replies as text', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'admin')
  const call = adminClient(server, (await addToken(server)).text)
  const { webhooks } = server.app.services
  const receiver = await receiveWebhooks(server.clock)
  const { url } = receiver
  const idOf = (text: string): string => /\b[\da-f]{16}\b/.exec(text)?.[0] ?? ''
  const command = await typeCommand(server, ['webhook', 'add', url, '--kinds', 'user.created,ping'])
  const api = await call('POST', '/webhooks', { body: { url, kinds: ['user.created', 'ping'] } })
  const shown = await ann.act('/webhooks', 'add', { url, kinds: 'user.created, ping' })
  const ids = [
    idOf(command.output),
    api.body.webhook.id,
    /\/webhooks\/(\w+)/.exec(shown.text)?.[1] ?? '',
  ]
  const secret = secretIn(shown)
  const same = async () => {
    const rows = await Promise.all(ids.map(async (id) => plain(await webhooks.endpoint(id))))
    expect(rows[1]).toEqual(rows[0])
    expect(rows[2]).toEqual(rows[0])
  }
  await same()
  const [first = '', second = '', third = ''] = ids
  const path = `/webhooks/${third}`
  await typeCommand(server, ['webhook', 'off', first])
  await call('PATCH', `/webhooks/${second}`, { body: { state: 'off' } })
  await ann.act(path, 'off')
  await same()
  await typeCommand(server, ['webhook', 'on', first])
  await call('PATCH', `/webhooks/${second}`, { body: { state: 'on' } })
  await ann.act(path, 'on')
  await same()
  const changed = await submitForm(ann, path, 'set', { kinds: 'ping', withProfile: '1' })
  expect(changed.headers.get('location')).toBe(`${path}?done=set`)
  await call('PATCH', `/webhooks/${second}`, { body: { kinds: ['ping'], with_profile: true } })
  expect(plain(await webhooks.endpoint(third))).toEqual(plain(await webhooks.endpoint(second)))
  expect((await submitForm(ann, path, 'set', { url: 'http://10.0.0.1/' })).status).toBe(422)
  expect((await submitForm(ann, path, 'set', { kinds: 'everything' })).status).toBe(422)

  const renewed = secretIn(await ann.act(path, 'secret'))
  const [delivery] = await webhooks.deliveries({ endpointId: third }, 1)
  const error = '<script>alert(1)</script>'
  const event = delivery?.eventId ?? ''
  await server.database.query
    .updateTable('webhookDeliveries')
    .set({ error })
    .where('endpointId', '=', third)
    .execute()
  expect((await ann.get(path)).text).toContain('&lt;script&gt;')
  expect((await ann.act(path, 'replay', { event: 'nothing' })).status).toBe(404)
  expect((await ann.act(path, 'replay', { event: event })).status).toBe(303)
  receiver.secret = renewed
  await tell(server)
  expect((await ann.act(path, 'replay-dead')).status).toBe(404)
  const { text } = await ann.get(path)
  expect(text).toContain(event)
  expect((await ann.get(`${path}?state=done`)).text).toContain(event)
  for (const one of [text, (await ann.get('/webhooks')).text, await record(server)]) {
    expect(one).not.toContain(secret)
    expect(one).not.toContain(renewed)
    expect(one).not.toContain('<script')
  }
  expect((await ann.act(path, 'remove')).headers.get('location')).toBe(
    '/webhooks?done=webhook.remove',
  )
  expect((await ann.get(path)).status).toBe(404)
})

test('makes captchas the hardest, and the command ends that', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'admin')
  expect((await ann.get('/captcha')).text).toContain('0: computes first')
  expect((await ann.act('/captcha', 'attack', { hours: '2' })).status).toBe(303)
  expect((await ann.get('/captcha')).text).toContain('2: the hardest pictures')
  await typeCommand(server, ['captcha', 'under-attack', 'off'])
  expect((await ann.get('/captcha')).text).toContain('0: computes first')
  await typeCommand(server, ['captcha', 'under-attack', 'on'])
  expect((await ann.act('/captcha', 'end-attack')).status).toBe(303)
  expect((await ann.get('/captcha')).text).toContain('0: computes first')
  expect((await ann.act('/captcha', 'attack', { hours: '9999' })).status).toBe(422)
})

test('makes tokens as the command does, for owners alone', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'owner')
  const { adminTokens } = server.app.services
  const until = new Date(server.clock.now() + 9e9).toISOString().slice(0, 10)
  const words = ['--scopes', 'webhooks,users:read', '--until', until, '--from', '127.0.0.0/8']
  await typeCommand(server, ['token', 'add', 'Sync <i>', ...words])
  const fields = {
    name: 'Sync <i>',
    scopes: 'webhooks, users:read',
    until,
    networks: '127.0.0.0/8',
  }
  const shown = await ann.act('/tokens', 'add', fields)
  const secret = secretIn(shown)
  const rows = await adminTokens.list()
  expect(rows).toHaveLength(2)
  expect(plain(rows[1])).toEqual(plain(rows[0]))
  expect((await adminClient(server, secret)('GET', '/webhooks')).status).toBe(200)
  for (const text of [(await ann.get('/tokens')).text, await record(server)]) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain('Sync <i>')
  }
  const id = rows.find(({ id: one }) => shown.text.includes(one))?.id ?? ''
  expect((await ann.act('/tokens', 'end', { token: id })).status).toBe(303)
  expect((await adminClient(server, secret)('GET', '/webhooks')).status).toBe(401)
  for (const wrong of [
    { until: '2020-01-01' },
    { until: 'June' },
    { scopes: 'all' },
    { networks: 'x' },
  ]) {
    expect((await ann.act('/tokens', 'add', { ...fields, ...wrong })).status).toBe(422)
  }
})

test('shows what waits in each channel, without words, codes and recipients', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'support')
  await server.client().call(sendCode, { mobile: '+819012345678', type: 4 })
  await server.settled()
  const { text } = await ann.get('/messages')
  expect(text).not.toContain('@example.com')
  expect(text).toContain('not sent: no account has the number')
  expect(text).toContain('Waiting')
})

test('shows support no page of admins, and admins none of owners', async () => {
  const server = await createConsoleServer()
  const pages = {
    admin: [
      '/apps',
      '/apps/1001',
      '/clients',
      '/clients/c_1',
      '/companies',
      '/companies/1',
      '/webhooks',
      '/webhooks/1',
      '/captcha',
    ],
    owner: ['/tokens'],
  }
  const support = await signInOperator(server, 'support')
  const admin = await signInOperator(server, 'admin')
  for (const path of [...pages.admin, ...pages.owner]) {
    expect([path, (await support.get(path)).status]).toEqual([path, 403])
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await support.get('/')).text) ?? []
    const post = await support.send(path, { csrf, act: 'add', reason: 'x', name: 'x', aid: '7009' })
    expect([path, [403, 422].includes(post.status)]).toEqual([path, true])
  }
  for (const path of pages.owner) expect((await admin.get(path)).status).toBe(403)
  expect((await support.get('/')).text).not.toContain('href="/apps"')
  expect((await admin.get('/')).text).not.toContain('href="/tokens"')
})
