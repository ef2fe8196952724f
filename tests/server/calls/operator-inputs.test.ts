import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { toPrintable } from '../../../server/admin/format.ts'
import { loadOf } from '../../../server/metrics/load.ts'
import { readConfig } from '../../../server/config/config.ts'
import { addToken, adminClient } from '../../support/admin-api.ts'
import { addApp } from '../../support/authenticator-apps.ts'
import { typeCommand } from '../../support/command.ts'
import { createConsoleServer, signInOperator } from '../../support/console.ts'
import { createTestServer } from '../../support/test-server.ts'

/** Turns the order of the text after it. */
const TURN = '\u202E'

test('takes no reason and no name that turns the text around it, in command, API and console', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'owner')
  const call = adminClient(server, (await addToken(server)).text)
  const { userId } = await server.person()
  for (const sign of [TURN, '\u2066', '\u200F', '\u0007', '\u3164']) {
    const reason = `stolen ${sign}yllaer`
    for (const words of [
      ['user', 'freeze', userId],
      ['user', 'unfreeze', userId],
      ['operator', 'add', userId, '--role', 'support'],
      ['sessions', 'end', 'x', '--user', userId],
    ]) {
      const typed = await typeCommand(server, [...words, '--reason', reason])
      expect([words[1], typed.code]).toEqual([words[1], 2])
      expect(typed.errors).toContain('some that people cannot see')
    }
    expect((await call('POST', `/users/${userId}/freeze`, { body: { reason } })).status).toBe(422)
    expect((await ann.act(`/people/${userId}`, 'freeze', { reason })).status).toBe(422)
    const named = await typeCommand(server, ['subject', 'add', '--name', `Or${sign}chard`])
    expect(named.errors).toContain('The name must be printable text.')
  }
  const kept = '家族 👨‍👩‍👧 \n می‌خواهم'
  const call2 = await call('POST', `/users/${userId}/freeze`, { body: { reason: kept } })
  expect(call2.status).toBe(200)
  expect((await ann.get(`/people/${userId}`)).text).toContain('家族 👨‍👩‍👧 می‌خواهم')
})

test('shows in a terminal what turns text, or controls it, as escapes', async () => {
  const server = await createTestServer()
  const { userId } = await server.person()
  const name = `Ann${TURN}nnA\u009B31m`
  await server.database.query.updateTable('accounts').set({ name }).execute()
  const shown = 'Ann\\u202ennA\\u009b31m'
  const { output } = await typeCommand(server, ['user', 'freeze', userId, '--reason', 'theft'])
  expect(output).toContain(`${shown} (${userId}) is frozen.`)
  const { errors } = await typeCommand(server, ['user', 'freeze', userId, '--reason', 'theft'])
  expect(errors).toContain(shown)
  const copy = await typeCommand(server, ['user', 'export', userId])
  expect(copy.output).not.toContain(TURN)
  expect(JSON.parse(copy.output)).toMatchObject({ account: { name } })
  expect(toPrintable('a\tb\n\u{E0001}')).toBe('a\tb\n\\udb40\\udc01')
  expect(toPrintable('a\u2028b\u3164\nمی‌خواهم ❤\ufe0f')).toBe('a\\u2028b\\u3164\nمی‌خواهم ❤\ufe0f')
})

test('shows in the console what turns or hides text as escapes, wherever it was stored before', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'owner')
  const { userId } = await server.person()
  const { query } = server.database
  const wrong = `Ann${TURN}nnA\u200b\u2028`
  const shown = 'Ann\\u202ennA\\u200b\\u2028'
  await ann.act(`/people/${userId}`, 'limit', { reason: 'theft' })
  await query.updateTable('accounts').set({ name: wrong }).where('id', '=', userId).execute()
  await query.updateTable('operatorEvents').set({ reason: wrong }).execute()
  await query.updateTable('securityEvents').set({ by: wrong, device: wrong }).execute()
  await query.updateTable('apps').set({ name: wrong }).where('aid', '=', 1001).execute()
  for (const page of [
    '/people',
    `/people/${userId}`,
    `/people/${userId}/trace`,
    '/record',
    '/apps',
    '/apps/1001',
  ]) {
    const { text } = await ann.get(page)
    expect(text, page).toContain(shown)
    expect(text.replaceAll(/<[^>]*>/g, ''), page).not.toMatch(/[\u202e\u200b\u2028]/)
  }
  // What a form sends again is as it is stored.
  expect((await ann.get('/apps/1001')).text).toContain(`value="${wrong}"`)
  await query.updateTable('accounts').set({ name: 'می‌خواهم 👨‍👩‍👧' }).execute()
  expect((await ann.get('/people')).text).toContain('می‌خواهم 👨‍👩‍👧')
})

test('asks for the country of a number, and finds it with that', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'support')
  const { userId } = await server.person({ mobile: '+819012345678' })
  for (const typed of [
    '090-1234-5678',
    '09012345678',
    '０９０ １２３４ ５６７８',
    '(415) 555-0100',
  ]) {
    for (const words of [
      ['user', 'trace', typed],
      ['user', 'show', typed],
    ]) {
      const { errors } = await typeCommand(server, words)
      expect(errors).toContain(`"${typed}" is a number without its country: write +`)
    }
    const query = new URLSearchParams({ q: typed, log: typed }).toString()
    expect((await ann.get(`/people?${query}`)).text).toContain('is a number without its country')
    expect((await ann.get(`/trace?${query}`)).text).toContain('is a number without its country')
  }
  const id = await typeCommand(server, ['user', 'show', '9012345678'])
  expect(id.errors).toContain('finds people. A number needs + and its country.')
  for (const typed of ['+81 90-1234-5678', ` ${userId} `]) {
    const { output } = await typeCommand(server, ['user', 'trace', typed])
    expect(output).toContain(`Account ${userId}, active.`)
  }
})

test('says what a new operator has to add first, and which role another one had', async () => {
  const server = await createTestServer()
  const { client, userId } = await server.person()
  const add = async (role: string): Promise<string> =>
    (await typeCommand(server, ['operator', 'add', userId, '--role', role])).output
  await typeCommand(server, ['operator', 'add', (await server.person()).userId, '--role', 'owner'])
  expect(await add('owner')).toContain('once they have added an authenticator app or a passkey')
  await addApp(server, client)
  expect(await add('support')).toMatch(/ is support, and was owner\.$/)
})

test('lets nobody take a company from an operator of a higher role, or from themself', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'admin')
  const owner = await signInOperator(server, 'owner')
  const { userId } = await server.person()
  for (const manager of [owner.person, ann.person]) {
    const { output } = await typeCommand(server, ['subject', 'add', '--name', 'Orchard'])
    const id = /\b\d{5,}\b/.exec(output)?.[0] ?? ''
    await typeCommand(server, ['member', 'add', id, manager.userId, '--manager'])
    await typeCommand(server, ['member', 'add', id, userId])
    const taken = await ann.act(`/companies/${id}`, 'set-manager', { who: userId })
    expect(taken.status).toBe(409)
    const kept = await server.app.services.memberships.manager(id)
    expect(kept?.accountId).toBe(manager.userId)
    const words = ['subject', 'manager', id, userId, '--reason', 'left']
    const typed = await typeCommand(server, words)
    expect(typed.output).toMatch(
      / manages \d+ now\.\n.* was the manager, and is an administrator\./,
    )
  }
})

test('answers its own metrics while the database hangs', async () => {
  const { app } = await createTestServer()
  const { services } = app
  const hanging = { ...services.outbox, backlog: () => new Promise<never>(() => undefined) }
  const began = performance.now()
  const load = await loadOf(
    { isWritable: () => true, services: { ...services, outbox: hanging } },
    { now: Date.now, ahead: () => 0, measure: () => Promise.resolve() },
    readConfig({ DATABASE_URL: 'postgres://localhost/passport' }),
  )
  expect(load).toMatchObject({ isDatabaseUp: 0, hashesWaiting: 0 })
  expect(performance.now() - began).toBeLessThan(2000)
})

test('has an icon at the console where the site is built', async () => {
  const dist = mkdtempSync(path.join(tmpdir(), 'passport-icon-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  mkdirSync(path.join(dist, 'site'))
  writeFileSync(path.join(dist, 'site/favicon.svg'), '<svg/>')
  const server = await createConsoleServer({ settings: { DIST_DIR: dist } })
  const ann = await signInOperator(server, 'support')
  expect((await ann.get('/')).text).toContain('<link rel="icon" href="/favicon.svg"')
  const icon = await ann.get('/favicon.svg')
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
})
