import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { verifyTotp } from '#protocol/web/methods.ts'
import { exportData } from '#protocol/web/personal-data.ts'
import { codeOf } from '../../support/authenticator-apps.ts'
import { typeCommand } from '../../support/command.ts'
import { fileOf, newPath, personOf, typeImport, writeNew } from '../../support/import-files.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'
import type { Account } from '../../../server/store/schema/accounts.ts'

/** bcrypt of `marble/quiet/Otter9`. */
const hash = '$2b$10$KS9HKlaZ230wus1XlafrweWAmXfY7Y35SAlaUqyREvkOT9KbnZXPu'
const password = 'marble/quiet/Otter9'

const apply = (server: TestServer, ...people: object[]): ReturnType<typeof typeImport> =>
  typeImport(server, 'passport', fileOf(...people), '--apply')

const email = (address: string, isVerified = true): object => ({
  emails: [{ address, isVerified, isPrimary: true }],
})

async function accountOf(server: TestServer, externalId: string): Promise<Account> {
  const { accounts, imports } = server.app.services
  const [found] = await imports.findAll('passport', [externalId])
  const account = await accounts.byId(found?.accountId ?? '')
  if (account === undefined) throw new Error(`nobody is ${externalId}`)
  return account
}

test('shows what a file would make, and makes it with --apply', async () => {
  const server = await createTestServer()
  const file = fileOf(personOf('ann', { name: 'Ann Lee', nickname: 'a' }), personOf('bob'))
  const preview = await typeImport(server, 'passport', file)
  expect(preview.output).toContain('a***@example.com')
  expect(preview.output).toContain('nickname')
  expect(preview.output).not.toContain('ann@')
  expect(preview.report).toEqual({ ann: 'created no_password', bob: 'created no_password' })
  const tables = ['accounts', 'imports', 'importedAccounts'] as const
  for (const table of tables) {
    expect(await server.database.query.selectFrom(table).selectAll().execute()).toEqual([])
  }
  expect((await typeImport(server, 'passport', file, '--apply')).code).toBe(0)
  expect(await accountOf(server, 'ann')).toMatchObject({ name: 'Ann Lee', createdAid: 1001 })
  expect((await typeImport(server, 'passport', file, '--apply')).report).toEqual({
    ann: 'exists',
    bob: 'exists',
  })
  const list = await typeCommand(server, ['import', 'list'])
  expect(list.output.split('\n').slice(1)).toEqual([
    expect.stringMatching(/passport .* 2 {5}0 {8}2 /),
    expect.stringMatching(/passport .* 2 {5}2 {8}0 /),
  ])
})

test('reports the account of each row that has one, and no id that is never given', async () => {
  const server = await createTestServer()
  const file = fileOf(personOf('ann'), personOf('ann'), personOf('bob'))
  const idsIn = async (...typed: string[]): Promise<(string | undefined)[]> => {
    const report = newPath('csv')
    await typeCommand(server, ['import', 'passport', file, '--report', report, ...typed])
    const lines = readFileSync(report, 'utf8').trimEnd().split('\r\n').slice(1)
    return lines.map((line) => line.split(',')[1])
  }
  expect(await idsIn()).toEqual(['', '', ''])
  const applied = await idsIn('--apply')
  const [ann, bob] = [await accountOf(server, 'ann'), await accountOf(server, 'bob')]
  expect(applied).toEqual([ann.id, ann.id, bob.id])
  expect(await idsIn()).toEqual(applied)
})

test('never merges: the first who has an address, a name or a link keeps it', async () => {
  const server = await createTestServer()
  const { email: own } = await server.person({ email: 'own@example.com' })
  const link = { linked: [{ provider: 'github', sub: '7' }] }
  const people = [
    personOf('one', { ...email('Same@Example.com'), username: 'mara' }),
    personOf('two', email('same@example.com')),
    personOf('three', email('same@example.com', false)),
    personOf('four', { username: 'Mara' }),
    personOf('five', { mobile: '+819012345678', ...link }),
    personOf('six', { mobile: '+81 90-1234-5678' }),
    personOf('seven', link),
    personOf('eight', email(own.toUpperCase())),
    personOf('nine', { ...email(own, false), hash }),
    personOf('one', email('other@example.com')),
  ]
  const expected = {
    one: 'exists',
    two: 'taken email',
    three: 'taken email',
    four: 'taken username',
    five: 'created no_password',
    six: 'taken mobile',
    seven: 'taken github',
    eight: 'taken email',
    nine: 'taken email',
  }
  expect((await typeImport(server, 'passport', fileOf(...people))).report).toEqual(expected)
  expect((await apply(server, ...people)).report).toEqual(expected)
  const before = await server.client().call(passwordLogin, { email: own, password })
  expect(before.error).toBe('password_error')
})

test('keeps an unproved address unproved, which its owner takes by proving it', async () => {
  const server = await createTestServer()
  await apply(server, personOf('ann', { ...email('ann@example.com', false), hash }))
  expect(await accountOf(server, 'ann')).toMatchObject({
    email: null,
    unverifiedEmail: 'ann@example.com',
  })
  const login = { email: 'ann@example.com', password }
  expect((await server.client().call(passwordLogin, login)).error).toBeUndefined()
  const owner = server.client()
  await owner.call(sendCode, { email: login.email, type: 13 })
  const code = await server.codeFor(login.email)
  const { data } = await owner.call(emailCodeLogin, { email: login.email, code })
  expect(data.user_id_str).not.toBe((await accountOf(server, 'ann')).id)
  expect((await server.client().call(passwordLogin, login)).error).toBe('password_error')
})

test('gives a proved address to its owner where a stranger typed it here', async () => {
  const server = await createTestServer()
  const { accounts, transaction } = server.app.services
  const stranger = await transaction((tx) =>
    tx.accounts.createUnproved({
      email: 'ann@example.com',
      username: undefined,
      name: undefined,
      passwordHash: null,
      locale: 'en',
      aid: 1001,
    }),
  )
  expect((await apply(server, personOf('ann'))).report).toEqual({ ann: 'created no_password' })
  expect((await accounts.byId(stranger.id))?.unverifiedEmail).toBeNull()
})

test('freezes who was blocked, with its event, and tells nobody of anything', async () => {
  const server = await createTestServer()
  await apply(
    server,
    personOf('ann', { state: 'frozen', hash }),
    personOf('bob', { state: 'banned' }),
    personOf('cid', { linked: [{ provider: 'google', sub: '1' }] }),
  )
  const ann = await server.client().call(passwordLogin, { email: 'ann@example.com', password })
  expect(ann.error).toBe('frozen')
  const { query } = server.database
  const events = await query.selectFrom('securityEvents').selectAll().execute()
  expect(events.map(({ kind, by }) => [kind, by])).toEqual([
    ['account_frozen', 'operator'],
    ['banned', 'operator'],
  ])
  expect(await query.selectFrom('outbox').selectAll().execute()).toEqual([])
  expect(await server.mail('cid@example.com')).toEqual([])
})

test('counts what it does not take, and takes the rest', async () => {
  const server = await createTestServer()
  const { output, report } = await apply(
    server,
    {
      ...personOf('ann', { name: 'Support', username: 'x', locale: '??', mobile: '12' }),
      emails: [
        { address: 'old@example.com', isVerified: false, isPrimary: true },
        { address: 'ann@example.com', isVerified: true, isPrimary: false },
        { address: 'nonsense', isVerified: true, isPrimary: false },
      ],
      linked: [
        { provider: 'facebook', sub: '1' },
        { provider: 'google', sub: '2' },
      ],
    },
    personOf('bob', { emails: [], mobile: '090-1234-5678' }),
    { externalId: 'cid' },
    personOf('dora', { hash: '5f4dcc3b5aa765d61d8327deb882cf99' }),
    personOf('eve', { hash: hash.replace('$10$', '$15$'), mobile: '+12' }),
  )
  expect(report).toEqual({
    ann: 'created no_password',
    bob: 'rejected no_identifier',
    cid: 'rejected malformed',
    dora: 'created no_password',
    eve: 'created no_password',
  })
  for (const field of ['emails (malformed)', 'emails (further)', 'linked (facebook)', 'name'])
    expect(output).toContain(field)
  expect(output).toMatch(/mobile \(without \+ and country code\) +2\n/)
  expect(output).toMatch(/mobile \(malformed\) +1\n/)
  expect(output).toMatch(/password_hash \(unknown_form\) +1\n/)
  expect(output).toMatch(/password_hash \(cost_too_high\) +1\n/)
  expect(await accountOf(server, 'ann')).toMatchObject({
    email: 'ann@example.com',
    unverifiedEmail: null,
    name: 'ann',
    username: null,
    mobile: null,
    locale: 'en',
  })
})

test('asks who had an authenticator app for its code', async () => {
  const server = await createTestServer()
  const seed = 'JBSW Y3DP ehpk3pxp'
  await apply(server, personOf('ann', { hash, totpSeed: seed }))
  const rows = await server.database.query.selectFrom('authenticatorApps').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('JBSW')
  const browser = server.client()
  const login = { email: 'ann@example.com', password }
  const asked = await browser.call(passwordLogin, login)
  expect(asked.error).toBe('second_verify')
  const { sms_code_key, verify_ticket, encrypt_uid } = asked.data
  const references = {
    sms_code_key: String(sms_code_key),
    verify_ticket: String(verify_ticket),
    encrypt_uid: String(encrypt_uid),
  }
  const code = codeOf(server, 'JBSWY3DPEHPK3PXP')
  expect((await browser.call(verifyTotp, { ...references, code })).error).toBeUndefined()
  const { sms_code_key: key } = references
  const params = { sms_code_key: key, verify_ticket: references.verify_ticket }
  expect((await browser.call(passwordLogin, login, { params })).error).toBeUndefined()
})

test('lets nobody lose a second factor unless that is agreed to', async () => {
  const server = await createTestServer()
  const rows = 'external_id,email,email_verified,mfa\n1,ann@example.com,1,yes\n'
  const file = writeNew(rows, 'csv')
  const typed = ['import', 'csv', file, '--map', 'lost_factor=mfa', '--apply']
  const refused = await typeCommand(server, typed)
  expect(refused.code).toBe(1)
  expect(refused.errors).toContain('1 of these people have a second factor that cannot come')
  expect(await server.database.query.selectFrom('imports').selectAll().execute()).toEqual([])
  expect((await typeCommand(server, [...typed, '--without-factors'])).code).toBe(0)
  const damaged = await apply(server, personOf('bob', { totpSeed: 'not base 32' }))
  expect(damaged.errors).toContain('1 of these people have a second factor that cannot come')
})

test.each([
  ['no hash', undefined],
  ['plain text', 'marble/quiet/Otter9'],
  ['MD5', '3cf61bf2a0ddda3814e734f97a69fc07'],
  ['a cost that nobody waits for', hash.replace('$10$', '$31$')],
  ['a key of another import', `$firescrypt$ln=14,r=8,k=other$AAAA$${'A'.repeat(86)}`],
  ['a key of none', `$firescrypt$ln=14,r=8,k=undefined$AAAA$${'A'.repeat(86)}`],
])('takes a person with %s, who signs in by code', async (_what, given) => {
  const server = await createTestServer()
  const { report } = await apply(server, personOf('ann', { hash: given }))
  expect(report).toEqual({ ann: 'created no_password' })
  const client = server.client()
  const address = 'ann@example.com'
  expect((await client.call(passwordLogin, { email: address, password })).error).toBe(
    'password_error',
  )
  await client.call(sendCode, { email: address, type: 13 })
  const code = await server.codeFor(address)
  const { data } = await client.call(emailCodeLogin, { email: address, code })
  expect(data.user_id_str).toBe((await accountOf(server, 'ann')).id)
})

test('leaves nothing of a row in log and report but id and outcome', async () => {
  const server = await createTestServer()
  const file = fileOf(
    personOf('ann', { name: '=cmd()', hash, totpSeed: 'JBSWY3DPEHPK3PXP' }),
    personOf('=1+1', { name: 'An\u0007n' }),
    personOf('b\u001b[2Jd'),
  )
  const report = newPath('csv')
  await typeCommand(server, ['import', 'passport', file, '--report', report, '--apply'])
  expect(readFileSync(report, 'utf8').replaceAll(/\d{9,}/g, 'id')).toBe(
    'external_id,account_id,outcome,reason\r\nann,id,created,\r\n' +
      "'=1+1,id,created,no_password\r\nb?[2Jd,,rejected,bad_external_id\r\n",
  )
  expect(statSync(report).mode & 0o777).toBe(0o600)
  const { options } = (await server.app.services.imports.list(1))[0] ?? {}
  expect(`${options}${server.lines.join('\n')}`).not.toMatch(/example\.com|JBSW|\$2b|cmd/)
  expect((await accountOf(server, '=1+1')).name).not.toContain('\u0007')
})

test('shows ids elsewhere to operators and to the person', async () => {
  const server = await createTestServer()
  await apply(server, personOf('auth0|7', { ...email('ann@example.com'), hash }))
  const shown = await typeCommand(server, ['user', 'show', 'ann@example.com'])
  expect(shown.output).toContain('auth0|7 of passport')
  const client = server.client()
  await client.call(passwordLogin, { email: 'ann@example.com', password })
  const { data } = await client.call(exportData, {})
  expect(data.external_ids).toEqual([{ source: 'passport', external_id: 'auth0|7' }])
})

test('writes a file that makes the same accounts elsewhere', async () => {
  const [first, second] = [await createTestServer(), await createTestServer()]
  await apply(
    first,
    personOf('ann', { name: 'Ann', username: 'ann', mobile: '+819012345678', locale: 'ja', hash }),
    personOf('bob', { ...email('bob@example.com', false), state: 'frozen', hash }),
    personOf('cid', { totpSeed: 'JBSWY3DPEHPK3PXP', linked: [{ provider: 'google', sub: '1' }] }),
    personOf('dan', { state: 'cancelling', cancelAt: first.clock.now() + 1000 }),
    {
      ...personOf('eve', { emails: [], username: 'eve', name: 'Ünï 🦦', locale: 'zh-Hant-TW' }),
      state: 'limited',
      linked: ['github', 'google'].map((provider) => ({ provider, sub: '7' })),
    },
  )
  const write = async (server: TestServer, ...more: string[]): Promise<string> => {
    const file = newPath()
    expect((await typeCommand(server, ['export', file, ...more])).code).toBe(0)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    return file
  }
  const file = await write(first, '--hashes')
  expect((await typeImport(second, 'passport', file, '--apply')).code).toBe(0)
  const textOf = (path: string): string =>
    readFileSync(path, 'utf8').replaceAll(/"externalId":"\d+"/g, '')
  expect(textOf(await write(second, '--hashes'))).toBe(textOf(file))
  expect(textOf(file).split('\n')).toHaveLength(8)
  expect(textOf(await write(first))).not.toMatch(/\$2b|JBSW/)
})

test('takes nothing of an export that was cut off', async () => {
  const server = await createTestServer()
  await apply(server, personOf('ann'), personOf('bob'))
  const file = newPath()
  expect((await typeCommand(server, ['export', file])).output).toContain('Wrote 2 accounts.')
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const other = await createTestServer()
  for (const left of [1, 2, 3]) {
    const cut = writeNew(`${lines.slice(0, left).join('\n')}\n`)
    const refused = await typeImport(other, 'passport', cut, '--apply')
    expect({ code: refused.code, errors: refused.errors }).toEqual({
      code: 1,
      errors: expect.stringContaining('has no last line {"isEnd":true}'),
    })
  }
  expect(await other.database.query.selectFrom('accounts').selectAll().execute()).toEqual([])
  // Whoever was erased is taken out of the middle.
  const shorter = writeNew(`${[lines[0], lines[2], lines[3]].join('\n')}\n`)
  expect((await typeImport(other, 'passport', shorter, '--apply')).code).toBe(0)
})
