import { describe, expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { sealKey } from '#protocol/web/keys.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { changePassword } from '#protocol/web/password.ts'
import { listSessions } from '#protocol/web/session.ts'
import { emailRegister } from '#protocol/web/registration.ts'
import { commands } from '../../../server/admin/commands.ts'
import { typeCommand, type Outcome } from '../../support/command.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

const type = (server: TestServer, ...typed: string[]): Promise<Outcome> =>
  typeCommand(server, typed)

describe('commands', () => {
  test('are listed by help with their descriptions', async () => {
    const server = await createTestServer()
    const { code, output } = await type(server, 'help')
    expect(code).toBe(0)
    for (const { name, description } of commands) {
      expect(output).toContain(name)
      expect(output).toContain(description)
      expect(description).toMatch(/\.$/)
    }
  })

  test.each([
    [['webhook', 'add', '--help'], ['webhook add']],
    [['app', 'remove', '7002', '--help'], ['app remove']],
    [
      ['help', 'invite'],
      ['invite list', 'invite stop'],
    ],
  ])('%j tells of these alone', async (typed, names) => {
    const { code, output } = await type(await createTestServer(), ...typed)
    expect(code).toBe(0)
    const shown = commands.filter(({ description }) => output.includes(description))
    expect(shown.map(({ name }) => name)).toEqual(names)
  })

  test.each([
    [['evnts'], 2, 'Did you mean "events"?'],
    [
      ['user', 'shw'],
      2,
      '"user" needs one of: list, add, show, trace, export, erase, methods, ban, unban, freeze, unfreeze, limit, unlimit, restore, recover.',
    ],
    [['user', 'show'], 2, 'Usage: npm run server -- user show'],
    [['user', 'show', 'a', 'b'], 2, '"b" is too much.'],
    [['events', '--limit', 'all'], 2, '--limit is "all", but must be a whole number'],
    [['events', '--since', 'yesterday'], 2, '--since is "yesterday", but must be a day such as'],
    [['events', '--until', '2027-02-30'], 2, '--until is "2027-02-30", but must be a day'],
    [['events', '--colour', 'red'], 2, 'There is no option --colour here.'],
    [['events', '--limt=3'], 2, 'Did you mean --limit?'],
    [['user', 'show', 'nobody@example.com'], 1, 'There is no account "nobody@example.com".'],
    [['user', 'ban', 'nobody'], 2, '--reason is missing.'],
    [['user', 'ban', 'nobody', '--reason', ' '], 2, 'To ban needs a reason'],
    [['sessions', 'end'], 2, '<session> is missing.'],
    [['sessions', 'end', 'ff00'], 2, '--user is missing.'],
    [['subject', 'manager', '1', '2'], 2, '--reason is missing.'],
    [['token', 'add', 'crm', '--scopes', 'users:read'], 2, '--until is missing.'],
    [['import', 'auth0'], 2, '<file> is missing.'],
    [['token', 'end', 'ff'], 1, '"token list" shows them.'],
    [['app', 'remove', '4711'], 1, '"app list" shows them.'],
    [['app', 'secret', 'end', '1001', 'ff'], 1, '"app secret list" shows them.'],
    [['client', 'remove', 'ff'], 1, '"client list" shows them.'],
    [['resource', 'remove', 'https://a.example'], 1, '"resource list" shows them'],
    [['grant', 'revoke', 'ff'], 1, '"grant list" shows them.'],
    [['promo', 'end', 'SPRING'], 1, '"promo list" shows them.'],
    [['subject', 'show', '1'], 1, '"subject list" shows them.'],
    [['webhook', 'on', 'ff'], 1, '"webhook list" shows them.'],
    [['operator', 'remove', 'nobody@example.com'], 1, '"user list --search" finds people.'],
    // An empty list would say that there was nothing.
    [['webhook', 'deliveries', '--to', 'ff'], 1, 'There is no webhook ff.'],
    [['webhook', 'replay', 'ff'], 1, '"webhook deliveries" shows them.'],
    [['grant', 'list', '--client', 'ff'], 1, 'There is no client "ff".'],
    [
      ['operator', 'events', '--target', 'ann@example.com'],
      2,
      '--target is "ann@example.com", but',
    ],
    [['early-access', 'invite'], 2, 'Name either an address or how many.'],
    // An id may begin with dashes.
    [['user', 'methods', 'nobody@example.com', '--remove', '-abc'], 1, 'There is no account'],
    [['user', 'methods', 'nobody@example.com', '--remove', '--abc'], 1, 'There is no account'],
    [['events', '--limit', '-3'], 2, '--limit is "-3", but must be a whole number'],
    [['events', '--limit', '--until'], 2, "Option '--limit' argument is ambiguous"],
  ])('reject %j with a sentence', async (typed, code, sentence) => {
    const server = await createTestServer()
    const outcome = await type(server, ...typed)
    expect(outcome.code).toBe(code)
    expect(outcome.errors).toContain(sentence)
  })
})

describe('an application', () => {
  test('is registered, changed and removed while a server runs', async () => {
    const server = await createTestServer()
    const origin = 'https://shop.example.com'
    const client = server.client()
    const ask = (): Promise<string | undefined> =>
      client.call(sealKey, {}, { aid: 1003, origin }).then(({ error }) => error)
    expect(await ask()).toBe('bad_app')

    const name = ['--name', 'Shop']
    expect(await type(server, 'app', 'add', '1003', ...name, '--origins', origin)).toMatchObject({
      code: 0,
    })
    expect(await type(server, 'app', 'add', '1003', ...name)).toMatchObject({ code: 1 })
    server.clock.passSeconds(31)
    expect(await ask()).toBeUndefined()

    const redirect = 'https://shop.example.com/signed-in'
    await type(server, 'app', 'set', '1003', '--redirects', redirect, 'registration_open=off')
    server.clock.passSeconds(31)
    expect(await server.app.services.apps.find(1003)).toEqual({
      aid: 1003,
      name: 'Shop',
      origins: [origin],
      redirects: [redirect],
      settings: expect.objectContaining({ registration_open: false, legacy_mix_mode: 'refuse' }),
    })
    expect((await type(server, 'app', 'list')).output).toContain('registration_open=off')

    const email = 'new@example.com'
    await client.call(sendCode, { email, type: 16 }, { aid: 1003, origin })
    const code = await server.codeFor(email)
    const refused = await client.call(
      emailRegister,
      { email, code, password: 'ten tall cranes' },
      { aid: 1003, origin },
    )
    expect(refused.error).toBe('registration_closed')

    expect(await type(server, 'app', 'remove', '1003')).toMatchObject({ code: 0 })
    server.clock.passSeconds(31)
    expect(await ask()).toBe('bad_app')
  })

  test.each([
    [
      ['add', '0', '--name', 'x'],
      'The aid is "0", but must be a whole number from 1 to 2147483648.',
    ],
    [['add', '1003'], '--name is missing.'],
    [['add', '1003', '--name', ''], 'The name must be printable text.'],
    [['add', '1003', '--name', 'x', '--origins', 'https://a.example/x'], 'is no origin such as'],
    [['add', '1003', '--name', 'x', '--origins', 'http://a.example'], 'is no origin such as'],
    [['add', '1003', '--name', 'x', '--redirects', 'http://a.example/'], 'is no address such as'],
    [['add', '1003', '--name', 'x', '--redirects', 'https://a.example:0/'], 'is no address'],
    [['add', '1003', '--name', 'x', '--redirects', 'https://a.example/a/%2E./b'], 'is no address'],
    [['set', '1003', 'qr_data_url=on'], 'did you mean qr_data_uri?'],
    [['set', '1003', 'qr_data_uri=yes'], 'qr_data_uri is "yes", but must be on or off.'],
    [['set', '1003', 'legacy_mix_mode=on'], 'but must be refuse or accept.'],
    [['set', '1003', 'brand_colour=green'], 'brand_colour is "green", but must be of the form'],
    [['set', '1003', 'brand_logo=http://a.example/logo.png'], 'must be of the form'],
    [['set', '1003', 'mail_from=a@example.com,b@example.com'], 'must be of the form'],
    [['set', '1003', 'mail_from=Shop\n<a@example.com>'], 'must be of the form'],
    [['set', '1003', 'test_ranges=@gmail.com'], 'must be of the form'],
    [['set', '1003', 'test_ranges=+8190'], 'must be of the form'],
    [['set', '1003', 'test_code=12345'], 'must be of the form'],
    [['set', '1003'], 'Nothing is said about what to change.'],
  ])('rejects %j', async (typed, sentence) => {
    const server = await createTestServer()
    if (typed[0] === 'set') await type(server, 'app', 'add', '1003', '--name', 'x')
    const { code, errors } = await type(server, 'app', ...typed)
    expect(code).toBe(2)
    expect(errors).toContain(sentence)
  })

  test('has a brand of its own in mails and on pages', async () => {
    const server = await createTestServer()
    const origin = 'https://shop.example.com'
    await type(server, 'app', 'add', '1003', '--name', 'x', '--origins', origin)
    const set = await type(
      server,
      'app',
      'set',
      '1003',
      'brand_name=Garden Shop',
      'brand_logo=https://shop.example.com/logo.png?size=32',
      'brand_colour=#0a7a5c',
      'mail_from=Garden Shop <id@shop.example.com>',
    )
    expect(set.code).toBe(0)
    server.clock.passSeconds(31)
    const email = 'ann@example.com'
    await server.client().call(sendCode, { email, type: 13 }, { aid: 1003, origin })
    const [mail] = await server.mail(email)
    expect(mail?.sender).toBe('Garden Shop <id@shop.example.com>')
    expect(mail?.subject).toContain('is your Garden Shop sign-in code')
    expect(mail?.html).toContain('<img src="https://shop.example.com/logo.png?size=32"')
    server.clock.passSeconds(60)
    await server.client().call(sendCode, { email, type: 13 })
    expect((await server.mail(email))[0]?.subject).toContain('is your Sable sign-in code')
    const form = { aid: '1003', language: 'en', email: 'nobody' }
    const page = await server.client().form('/form/reset-password', form, { origin })
    expect(await page.text()).toContain('alt="Garden Shop"')
  })

  test('of the server itself cannot be removed or get other origins', async () => {
    const server = await createTestServer()
    const { errors } = await type(server, 'app', 'set', '1001', '--origins', 'https://a.example')
    expect(errors).toContain('renewed at each start')
    expect(await type(server, 'app', 'remove', '1002')).toMatchObject({ code: 1 })
    expect(await type(server, 'app', 'set', '1001', 'qr_data_uri=on')).toMatchObject({ code: 0 })
  })
})

describe('a ban', () => {
  test('ends sessions at once, stores its reason, and can be undone', async () => {
    const server = await createTestServer()
    const { client, email, password, userId } = await server.person()
    expect((await client.call(accountInfo, {})).error).toBeUndefined()

    const banned = await type(server, 'user', 'ban', email, '--reason', 'sold the account')
    expect(banned.output).toContain('Sessions ended: 1.')
    expect((await client.call(accountInfo, {})).error).toBe('session_expired')
    expect((await client.call(passwordLogin, { email, password })).error).toBe('account_banned')
    expect(await type(server, 'user', 'ban', userId, '--reason', 'again')).toMatchObject({
      code: 1,
    })

    const events = await type(server, 'events', '--user', userId)
    expect(events.output).toContain('sold the account')
    const shown = await type(server, 'user', 'show', email)
    expect(shown.output).toMatch(/state\s+banned/)
    expect(shown.output).toMatch(/sessions\s+0/)
    expect(shown.output).not.toContain('argon2')

    expect(await type(server, 'user', 'unban', email)).toMatchObject({ code: 0 })
    expect(await type(server, 'user', 'unban', email)).toMatchObject({ code: 1 })
    expect((await client.call(passwordLogin, { email, password })).error).toBeUndefined()
  })

  test.each([
    ['freeze', 'unfreeze', 'frozen', 'session_expired', ['frozen', 'unfrozen']],
    ['limit', 'unlimit', 'account_limited', undefined, ['limited', 'unlimited']],
  ] as const)(
    'is refused after user %s until user %s',
    async (verb, undo, error, kept, [was, ended]) => {
      const server = await createTestServer()
      const { client, email, password } = await server.person()
      const signIn = (): Promise<string | undefined> =>
        server
          .client()
          .call(passwordLogin, { email, password })
          .then((answer) => answer.error)
      expect(await type(server, 'user', verb, email)).toMatchObject({ code: 2 })
      const reason = ['--reason', 'lost phone']
      expect(await type(server, 'user', verb, email, ...reason)).toMatchObject({ code: 0 })
      expect(await type(server, 'user', verb, email, ...reason)).toMatchObject({ code: 1 })
      expect(await signIn()).toBe(error)
      expect((await client.call(accountInfo, {})).error).toBe(kept)
      expect(await type(server, 'user', undo, email)).toMatchObject({ code: 0 })
      expect(await type(server, 'user', undo, email)).toMatchObject({ code: 1 })
      expect(await signIn()).toBeUndefined()
      const { output } = await type(server, 'events', '--user', email)
      expect(output).toContain(`account_${was}`)
      expect(output).toContain(`account_${ended}`)
    },
  )

  test('stays banned whatever milder command comes after', async () => {
    const server = await createTestServer()
    const { email } = await server.person()
    await type(server, 'user', 'ban', email, '--reason', 'spam')
    for (const verb of ['freeze', 'limit']) {
      const outcome = await type(server, 'user', verb, email, '--reason', 'milder')
      expect(outcome.errors).toContain('is banned')
    }
    expect((await type(server, 'user', 'unfreeze', email)).code).toBe(1)
  })

  test('keeps the scheduled deletion of the account', async () => {
    const server = await createTestServer()
    const { email, password } = await server.person()
    const cancelling = { state: 'cancelling', cancel_at: server.clock.now() + 60_000 } as const
    await server.database.query.updateTable('accounts').set(cancelling).execute()
    await type(server, 'user', 'ban', email, '--reason', 'spam')
    const { output } = await type(server, 'user', 'unban', email)
    expect(output).toMatch(/ is being closed, as its owner wished\.$/)
    const { error } = await server.client().call(passwordLogin, { email, password })
    expect(error).toBe('account_cancelling')
  })
})

test('ends the sessions of one account, or of all', async () => {
  const server = await createTestServer()
  const [one, other] = [await server.person(), await server.person()]
  const ended = await type(server, 'sessions', 'end-all', '--user', one.email)
  expect(ended.output).toBe('Sessions ended: 1.')
  expect((await one.client.call(accountInfo, {})).error).toBe('session_expired')
  expect((await other.client.call(accountInfo, {})).error).toBeUndefined()
  expect((await type(server, 'sessions', 'end-all')).output).toBe('Sessions ended: all.')
  expect((await other.client.call(accountInfo, {})).error).toBe('session_expired')
  server.clock.passSeconds(1)
  const { client, email, password } = other
  expect((await client.call(passwordLogin, { email, password })).error).toBeUndefined()
  expect((await client.call(listSessions, {})).data.total).toBe(1)
  expect((await type(server, 'user', 'show', email)).output).toMatch(/sessions +1\n/)
})

test('lists the events of a span of time', async () => {
  const server = await createTestServer()
  const { client, email, password } = await server.person()
  const first = new Date(server.clock.now()).toISOString()
  server.clock.passSeconds(3 * 24 * 3600)
  await client.call(passwordLogin, { email, password })
  const kinds = async (...flags: string[]): Promise<string[]> => {
    const { output } = await type(server, 'events', '--json', ...flags)
    return (JSON.parse(output) as { kind: string }[]).map(({ kind }) => kind)
  }
  expect(await kinds()).toEqual(['signed_in', 'signed_up'])
  expect(await kinds('--until', first)).toEqual(['signed_up'])
  expect(await kinds('--until', first.slice(0, 10), '--user', email)).toEqual(['signed_up'])
  const today = new Date(server.clock.now()).toISOString().slice(0, 10)
  expect(await kinds('--since', today)).toEqual(['signed_in'])
  expect(await kinds('--since', first, '--until', today, '--limit', '1')).toEqual(['signed_in'])
})

test('rotates the sealing key and still opens fields sealed to the old one', async () => {
  const server = await createTestServer()
  const { client, password } = await server.person()
  const before = await client.call(sealKey, {})
  const { code, output } = await type(server, 'keys', 'rotate')
  expect(code).toBe(0)
  const change = (from: string, to: string): Promise<string | undefined> =>
    client
      .call(changePassword, { current_password: from, password: to }, { isSealed: true })
      .then(({ error }) => error)
  // This instance has cached the table and still publishes the old key.
  expect(await change(password, 'eight calm herons')).toBeUndefined()
  server.clock.passSeconds(61)
  const after = await client.call(sealKey, {})
  expect(after.data.keys_json).not.toBe(before.data.keys_json)
  const [key, ...others] = JSON.parse(after.data.keys_json) as { kid: string }[]
  expect(others).toEqual([])
  expect(output).toContain(key?.kid)
  expect(await change('eight calm herons', 'nine loud geese')).toBeUndefined()
})

test('rotates both keys at most once a second', async () => {
  const server = await createTestServer()
  const { client, password } = await server.person()
  const signers = () => server.database.query.selectFrom('oauthKeys').select('kid').execute()
  expect((await type(server, 'keys', 'rotate')).code).toBe(0)
  const before = await signers()
  server.clock.passSeconds(0.5)
  expect((await type(server, 'keys', 'rotate')).errors).toContain('this very second')
  expect(await signers()).toEqual(before)
  server.clock.passSeconds(61)
  const { data } = await client.call(sealKey, {})
  expect(data.keys).toHaveLength(1)
  const change = { current_password: password, password: 'eight calm herons' }
  expect((await client.call(changePassword, change, { isSealed: true })).error).toBeUndefined()
})

test('prints the public half of the root key', async () => {
  const server = await createTestServer()
  const { code, output } = await type(server, 'keys', 'root')
  expect(code).toBe(0)
  expect(output).toBe(server.app.sealRoot)
})
