import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passwordLogin } from '#protocol/web/login.ts'
import { listMethods } from '#protocol/web/methods.ts'
import { changePassword } from '#protocol/web/password.ts'
import { buildBreachedList } from '../../../server/passwords/build-breached-list.ts'
import { openBreachedList } from '../../../server/passwords/breached-list.ts'
import { typeCommand } from '../../support/command.ts'
import { createTestClock } from '../../support/clock.ts'
import { createTestDatabase } from '../../support/databases.ts'
import { createTestServer } from '../../support/test-server.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'passport-breached-'))
afterAll(() => rmSync(folder, { recursive: true }))

const sha1 = (password: string): string => hash('sha1', password).toUpperCase()

/** Writes lines as they are downloaded, and returns their file. */
function download(name: string, counts: Readonly<Record<string, number>>): string {
  const file = path.join(folder, name)
  const lines = Object.entries(counts).map(([password, count]) => `${sha1(password)}:${count}`)
  writeFileSync(file, `${lines.toSorted().join('\r\n')}\r\n`)
  return file
}

const leaked = 'seven quiet otters leaked'
const rare = 'seven quiet otters leaked once'

const withList = path.join(folder, 'own.list')
beforeAll(() => buildBreachedList(download('own', { [leaked]: 12, [rare]: 1 }), withList, 10))

describe('the list of leaked passwords', () => {
  test('has every hash of the download and no other', async () => {
    const passwords = Array.from({ length: 70_000 }, (_, index) => `password ${index}`)
    const counts = Object.fromEntries(passwords.map((password) => [password, 10]))
    const list = path.join(folder, 'large.list')
    const built = await buildBreachedList(download('large', counts), list, 10)
    expect(built).toEqual({ lines: 70_000, entries: 70_000 })
    const isListed = openBreachedList(list)
    expect(passwords.filter((password) => !isListed(password))).toEqual([])
    expect(passwords.filter((password) => isListed(`${password}.`))).toEqual([])
  })

  test('has the first and the last bucket, and may be empty', async () => {
    const from = path.join(folder, 'edges')
    const list = path.join(folder, 'edges.list')
    writeFileSync(from, `${'0'.repeat(40)}:10\n${'F'.repeat(40)}:10\n${'F'.repeat(40)}:10\n`)
    expect((await buildBreachedList(from, list, 1)).entries).toBe(2)
    expect(openBreachedList(list)('any')).toBe(false)
    writeFileSync(from, '')
    expect((await buildBreachedList(from, list, 1)).entries).toBe(0)
    expect(openBreachedList(list)('any')).toBe(false)
  })

  test.each([
    ['out of order', `${'F'.repeat(40)}:1\n${'0'.repeat(40)}:1\n`, 'Line 2'],
    ['of NTLM', `${'0'.repeat(32)}:1\n`, 'Line 1'],
  ])('is not made of lines %s', async (name, text, sentence) => {
    const server = await createTestServer({ settings: { DATA_DIR: folder } })
    const from = path.join(folder, name)
    writeFileSync(from, text)
    const { code, errors } = await typeCommand(server, ['passwords', 'build-list', from])
    expect([code, errors]).toEqual([1, expect.stringContaining(sentence)])
  })

  test('is built by a command that names the setting', async () => {
    const list = path.join(folder, 'not-there-yet', 'command.list')
    const server = await createTestServer()
    const from = download('command', { [leaked]: 3, [rare]: 2 })
    const config = { ...server.app.services.config, BREACHED_PASSWORDS_FILE: list }
    const typed = ['passwords', 'build-list', from, '--at-least', '3']
    const { code, output } = await typeCommand(server, typed, config)
    expect([code, output]).toEqual([0, expect.stringContaining(`BREACHED_PASSWORDS_FILE=${list}`)])
    expect([leaked, rare].map(openBreachedList(list))).toEqual([true, false])
    expect(readFileSync(list).length).toBe(65_537 * 4 + 4)
  })

  test('stops the start if it is something else', async () => {
    const file = path.join(folder, 'something-else')
    writeFileSync(file, 'password\n')
    const start = createTestServer({ settings: { BREACHED_PASSWORDS_FILE: file } })
    await expect(start).rejects.toThrow('BREACHED_PASSWORDS_FILE')
  })
})

/** Returns a person whose password leaked after it was chosen, with a server that knows that. */
async function leakedMeanwhile(settings: Record<string, string>) {
  const database = await createTestDatabase(true, false)
  const clock = createTestClock()
  const before = await createTestServer({ database, clock })
  const { email } = await before.person({ password: leaked })
  const server = await createTestServer({
    database,
    clock,
    settings: { BREACHED_PASSWORDS_FILE: withList, ...settings },
  })
  return { server, client: server.client(), email }
}

describe('a leaked password', () => {
  test.each([
    ['en', 'leaked'],
    ['ja', '流出'],
    ['zh', '泄露'],
  ])('cannot be chosen, and %s says why', async (language, word) => {
    const server = await createTestServer({ settings: { BREACHED_PASSWORDS_FILE: withList } })
    const { client, password } = await server.person()
    const choose = (chosen: string) =>
      client.call(
        changePassword,
        { current_password: password, password: chosen },
        { params: { language } },
      )
    const { error, data } = await choose(leaked)
    expect([error, data]).toEqual([
      'password_policy',
      expect.objectContaining({ rule: 'breached', description: expect.stringContaining(word) }),
    ])
    expect((await choose(rare)).error).toBeUndefined()
  })

  test('signs in, and its owner is told once', async () => {
    const { server, client, email } = await leakedMeanwhile({})
    for (let time = 0; time < 2; time++) {
      expect((await client.call(passwordLogin, { email, password: leaked })).error).toBeUndefined()
    }
    const told = (await server.mail(email)).filter(({ subject }) => subject.includes('has leaked'))
    expect(told).toHaveLength(1)
  })

  test('is what makes the account unsafe, until it is changed', async () => {
    const { client, email } = await leakedMeanwhile({})
    const safety = async () => (await client.call(listMethods, {})).data.safety
    await client.call(passwordLogin, { email, password: leaked })
    expect(await safety()).toMatchObject({
      state: 'danger',
      steps: ['change_password', 'add_device'],
    })
    const password = 'nine calm herons'
    await client.call(changePassword, { current_password: leaked, password })
    expect(await safety()).toEqual({ state: 'basic', steps: ['add_device'] })
    await client.call(passwordLogin, { email, password })
    expect(await safety()).toEqual({ state: 'basic', steps: ['add_device'] })
  })

  test('asks for a second proof where the policy says so', async () => {
    const file = path.join(folder, 'policy.json')
    const shipped = readFileSync('server/policy/policy.json', 'utf8')
    writeFileSync(file, shipped.replaceAll('"new_device"', '"breached_password"'))
    const settings = { POLICY_FILE: file, SECOND_VERIFICATION: 'on' }
    const { client, email } = await leakedMeanwhile(settings)
    const { error, data } = await client.call(passwordLogin, { email, password: leaked })
    expect(error).toBe('second_verify')
    expect(data).toMatchObject({ verify_scene_desc: expect.stringContaining('leaked') })
  })
})
