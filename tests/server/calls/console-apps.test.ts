import { expect, test } from 'vitest'
import { hashToken } from '../../../server/lib/tokens.ts'
import { typeCommand } from '../../support/command.ts'
import { secretIn, submitForm } from '../../support/console-forms.ts'
import { createConsoleServer, signInOperator } from '../../support/console.ts'
import type { TestServer } from '../../support/test-server.ts'

async function appOf({ app: { services } }: TestServer, wanted: number) {
  const app = (await services.registeredApps.all()).find(({ aid }) => aid === wanted)
  return app && { ...app, aid: 0 }
}

test('does to applications what the commands do', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'admin')
  const added = await ann.act('/apps', 'add', { aid: '7002', name: 'Shop <b>' })
  expect(added.headers.get('location')).toBe('/apps/7002')
  await typeCommand(server, ['app', 'add', '7001', '--name', 'Shop <b>'])
  expect(await appOf(server, 7002)).toEqual(await appOf(server, 7001))

  const redirects = 'https://shop.example/a,https://shop.example/b?x=1&y="'
  const words = ['--redirects', redirects, '--origins', 'https://shop.example']
  const set = ['registration_open=off', 'strict_check=on', 'brand_name=<i>', 'required_level=2']
  await typeCommand(server, ['app', 'set', '7001', ...words, ...set])
  const saved = await submitForm(ann, '/apps/7002', 'set', {
    redirects,
    origins: 'https://shop.example',
    registration_open: undefined,
    strict_check: '1',
    brand_name: '<i>',
    required_level: '2',
  })
  expect(saved.headers.get('location')).toBe('/apps/7002?done=set')
  expect(await appOf(server, 7002)).toEqual(await appOf(server, 7001))
  const { text } = await ann.get('/apps/7002')
  expect(text).toContain('Shop &lt;b&gt;')
  expect(text).not.toContain('Shop <b>')
  expect(text).not.toContain('captcha_secret')

  for (const [changes, status] of [
    [{}, 422],
    [{ origins: 'javascript:alert(1)' }, 422],
    [{ test_code: '12' }, 422],
    [{ name: undefined }, 422],
  ] as const) {
    expect((await submitForm(ann, '/apps/7002', 'set', changes)).status).toBe(status)
  }
  expect(await appOf(server, 7002)).toEqual(await appOf(server, 7001))
  // The server's own.
  expect((await submitForm(ann, '/apps/1000', 'set', { name: 'Mine' })).status).toBe(409)
  expect((await ann.act('/apps/1001', 'remove')).status).toBe(409)
  expect((await ann.act('/apps/1000', 'remove')).status).toBe(409)
  expect((await ann.get('/apps/4711')).status).toBe(404)

  expect((await ann.act('/apps/7002', 'remove')).headers.get('location')).toBe(
    '/apps?done=app.remove',
  )
  expect(await appOf(server, 7002)).toBeUndefined()
})

test('leaves what another operator changed while a form of settings was open', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'admin')
  await typeCommand(server, ['app', 'add', '7002', '--name', 'Shop'])
  const stale = await ann.get('/apps/7002')
  await typeCommand(server, ['app', 'set', '7002', '--name', 'Store', 'strict_check=on'])
  const saved = await submitForm({ ...ann, get: async () => stale }, '/apps/7002', 'set', {
    origins: 'https://shop.example',
    registration_open: undefined,
  })
  expect(saved.status).toBe(303)
  expect(await appOf(server, 7002)).toMatchObject({
    name: 'Store',
    origins: ['https://shop.example'],
    settings: { strict_check: true, registration_open: false },
  })
})

test('shows the secrets of an application once, and keeps only their hashes', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'admin')
  await typeCommand(server, ['app', 'add', '7002', '--name', 'Shop'])
  const first = secretIn(await ann.act('/apps/7002', 'add-secret'))
  await ann.act('/apps/7002', 'add-secret')
  const { appSecrets } = server.app.services
  expect(await appSecrets.has(7002, hashToken(first))).toBe(true)
  expect((await ann.act('/apps/7002', 'add-secret')).status).toBe(409)
  const captcha = secretIn(await ann.act('/apps/7002', 'captcha-secret'))
  expect(captcha).toMatch(/^7002\./)
  const { text } = await ann.get('/apps/7002')
  const record = await typeCommand(server, ['operator', 'events', '--json'])
  for (const shown of [text, record.output]) {
    expect(shown).not.toContain(first)
    expect(shown).not.toContain(captcha)
  }
  const id = hashToken(first).slice(0, 8)
  expect(record.output).toContain(id)
  await ann.act('/apps/7002', 'end-secret', { secret: id })
  expect(await appSecrets.has(7002, hashToken(first))).toBe(false)
  expect((await ann.act('/apps/7002', 'end-secret', { secret: id })).status).toBe(404)
})

test('asks for a proof of ten minutes before it makes a secret', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'admin')
  const { text } = await ann.get('/apps/1001')
  expect(text).toContain('value="add-secret"')
  server.clock.passSeconds(11 * 60)
  expect((await ann.get('/apps/1001')).text).not.toContain('value="add-secret"')
  expect((await ann.act('/apps/1001', 'add-secret')).status).toBe(403)
})
