import { execFileSync } from 'node:child_process'
import { pbkdf2Sync, scryptSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { passwordLogin } from '#protocol/web/login.ts'
import { typeCommand } from '../../support/command.ts'
import { fileOf, newPath, personOf, typeImport, writeNew } from '../../support/import-files.ts'
import { timeAt } from '../../../server/import/fields.ts'
import { createTestServer } from '../../support/test-server.ts'

test('keeps every digit of numbers in JSON', async () => {
  const server = await createTestServer()
  const people = `[{"id":9007199254740993,"email":"a@example.com","google":110248495921238986420},
    {"id":9007199254740992,"email":"b@example.com","google":110248495921238986421}]`
  const file = writeNew(people, 'json')
  const { report } = await typeImport(
    server,
    'json:big',
    file,
    '--map',
    'external_id=id',
    '--apply',
  )
  expect(Object.keys(report).toSorted()).toEqual(['9007199254740992', '9007199254740993'])
  const links = await server.database.query.selectFrom('linkedAccounts').select('sub').execute()
  expect(links.map(({ sub }) => sub).toSorted()).toEqual([
    '110248495921238986420',
    '110248495921238986421',
  ])
})

test('reads ids and dates as mongoexport writes them, canonical or not', async () => {
  const server = await createTestServer()
  const people = [
    { _id: { $oid: '65a1b2c3d4e5f60718293a4b' }, at: { $date: '2023-11-14T22:13:20Z' } },
    {
      _id: { $oid: '65a1b2c3d4e5f60718293a4c' },
      at: { $date: { $numberLong: '1700000000000' } },
    },
    { _id: { $numberLong: '9007199254740993' }, at: { $date: { $numberLong: '1700000000000' } } },
  ].map((row, at) => JSON.stringify({ ...row, email: `p${at}@example.com`, email_verified: true }))
  const file = writeNew(people.join('\n'), 'ndjson')
  for (const place of ['at', 'at.$date']) {
    const maps = ['--map', 'external_id=_id', '--map', `created_at=${place}`]
    const { report, output } = await typeImport(server, 'ndjson:mongo', file, ...maps, '--apply')
    expect(Object.keys(report)).toContain('65a1b2c3d4e5f60718293a4c')
    expect(Object.keys(report)).toContain('9007199254740993')
    expect(output).not.toMatch(/not taken/)
  }
  const made = await server.database.query.selectFrom('accounts').select('createdAt').execute()
  expect(made.map(({ createdAt }) => createdAt)).toEqual(Array(3).fill(1_700_000_000_000))
})

test('keeps numbers apart that a program wrote with a fraction or a power of ten', async () => {
  const server = await createTestServer()
  const ids = {
    '9007199254740993.0': '9007199254740993',
    '9007199254740992.00': '9007199254740992',
    '9007199254740994.5': '9007199254740994.5',
    '9.007199254740993e15': '9.007199254740993e15',
    '9.007199254740995E+15': '9.007199254740995E+15',
    '12.0': '12',
    '1.2e3': '1200',
  }
  const people = Object.keys(ids).map(
    (id, at) => `{"id":${id},"email":"p${at}@example.com","email_verified":true}`,
  )
  for (const [kind, text] of [
    ['json', `[${people.join()}]`],
    ['ndjson', people.join('\n')],
  ] as const) {
    const file = writeNew(text, kind)
    const { report } = await typeImport(server, `${kind}:${kind}`, file, '--map', 'external_id=id')
    expect(Object.keys(report).toSorted()).toEqual(Object.values(ids).toSorted())
  }
})

test('reads bytes in hex as databases write them, and takes no broken ones', async () => {
  const server = await createTestServer()
  const [salt, digest] = ['0102030405060708090a0b0c0d0e0f10', 'ab'.repeat(32)]
  const rows = [
    ['whole', salt, digest],
    ['postgres', String.raw`\x${salt}`, `0x${digest}`],
    ['spaces', '01 02 03 04', digest],
    ['odd', salt, `${digest}a`],
  ].map(([id, ...bytes]) => `${id},${id}@example.com,true,${bytes.join(',')}`)
  const file = writeNew(['external_id,email,email_verified,salt,hash', ...rows].join('\n'), 'csv')
  const map = 'password_hash=$pbkdf2-sha256$i=600000${salt|hex}${hash|hex}'
  const { report } = await typeImport(server, 'csv:hex', file, '--map', map)
  expect(report).toEqual({
    whole: 'created',
    postgres: 'created',
    spaces: 'created no_password',
    odd: 'created no_password',
  })
})

test('takes hashes whose salt has a field of its own, as the recipes for them say', async () => {
  const server = await createTestServer()
  const [password, salt] = ['seven quiet otters', '5f'.repeat(16)]
  const mongoose = pbkdf2Sync(password, salt, 25_000, 512, 'sha256').toString('hex')
  const scrypt = scryptSync(password, salt, 64).toString('hex')
  const rounds = pbkdf2Sync(password, salt, 1000, 64, 'sha512').toString('hex')
  const recipes = [
    ['mongoose', mongoose, '$pbkdf2-sha256$i=25000${salt|utf8}${hash|hex}'],
    ['scrypt', scrypt, '$scrypt$ln=14,r=8,p=1${salt|utf8}${hash|hex}'],
    ['rounds', rounds, '$pbkdf2-sha512$i=1000${salt|utf8}${hash|hex}'],
  ] as const
  for (const [username, hash, recipe] of recipes) {
    const person = { external_id: username, username, salt, hash }
    const file = writeNew(JSON.stringify(person))
    const map = ['--map', `password_hash=${recipe}`]
    const { report } = await typeImport(server, 'ndjson', file, ...map, '--apply')
    expect(report).toEqual({ [username]: 'created' })
    const { error } = await server.client().call(passwordLogin, { username, password })
    expect([username, error]).toEqual([username, undefined])
  }
})

test('counts hashes of algorithms that no place is for', async () => {
  const server = await createTestServer()
  const people = ['sha256', 'ldap', ''].map((algorithm, at) => ({
    user_id: String(at),
    email: `p${at}@example.com`,
    ...(algorithm !== '' && {
      custom_password_hash: { algorithm, hash: { value: 'ab'.repeat(32), encoding: 'hex' } },
    }),
  }))
  const file = writeNew(JSON.stringify(people), 'json')
  const { output } = await typeImport(server, 'auth0', file)
  expect(output).toMatch(/password_hash \(unknown_form\) +2\n/)
  const kept = { external_id: '1', username: 'otter', kind: 'b', hash: `$2b$10$${'.'.repeat(53)}` }
  const map = ['--map', 'password_hash={kind==a}{hash}']
  const other = await typeImport(server, 'ndjson', writeNew(JSON.stringify(kept)), ...map)
  expect(other.report).toEqual({ 1: 'created no_way_in' })
})

test('needs every hash parameter of Firebase', async () => {
  const server = await createTestServer()
  const key = Buffer.alloc(64, 1).toString('base64')
  const config = writeNew(`base64_signer_key: ${key},\nrounds: 8,\nmem_cost: 14`, 'txt')
  const file = writeNew('{"users":[{"localId":"a","email":"a@example.com"}]}', 'json')
  const { errors } = await typeImport(server, 'firebase', file, '--hash-config', config)
  expect(errors).toContain('base64_salt_separator')
})

test('reads objects where a word should be as nothing, and no day that is none', async () => {
  const server = await createTestServer()
  const people = [
    { id: 'a', email: 'a@example.com', email_verified: { toString: 1 }, linked: [{ toString: 1 }] },
    { id: 'b', email: 'b@example.com', created_at: '2020-02-30' },
  ]
  const file = writeNew(JSON.stringify(people), 'json')
  const map = ['--map', 'external_id=id']
  const { output, report } = await typeImport(server, 'json:odd', file, ...map)
  expect(Object.keys(report)).toEqual(['a', 'b'])
  expect(output).toContain('created_at')
})

test('counts a line of too many arrays within arrays as unreadable', async () => {
  const server = await createTestServer()
  const deep = `{"id":1234567890123456789,"deep":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  const file = writeNew(`{"id":"a","email":"a@example.com"}\n${deep}\n`, 'ndjson')
  const { errors, output } = await typeImport(
    server,
    'ndjson:deep',
    file,
    '--map',
    'external_id=id',
  )
  expect([errors, output]).toEqual(['', expect.stringContaining('Read 2 rows')])
})

test('says that a pipe or an empty file cannot be imported, and leaves no report', async () => {
  const server = await createTestServer()
  const [pipe, report] = [newPath(), newPath('csv')]
  execFileSync('mkfifo', [pipe])
  const piped = await typeCommand(server, ['import', 'ndjson:x', pipe, '--report', report])
  expect([piped.code, piped.errors]).toEqual([1, expect.stringContaining('is a pipe')])
  const empty = await typeImport(server, 'csv:x', writeNew('', 'csv'), '--apply')
  expect([empty.code, empty.errors]).toEqual([1, 'These files have no rows.'])
  expect(existsSync(report)).toBe(false)
})

test.each([',', ';', '\t', '|'])('finds the delimiter "%s" behind blank lines', async (sign) => {
  const server = await createTestServer()
  const file = writeNew(`\n\nexternal_id${sign}email\na${sign}a@example.com\n`, 'csv')
  expect((await typeImport(server, 'csv:x', file)).report).toEqual({
    a: expect.stringMatching(/^created/),
  })
})

test('asks before a second factor that an export leaves behind is lost', async () => {
  const server = await createTestServer()
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  await typeImport(server, 'passport', fileOf(personOf('ann', { totpSeed: secret })), '--apply')
  const [bare, whole] = [newPath(), newPath()]
  await typeCommand(server, ['export', bare])
  await typeCommand(server, ['export', whole, '--hashes'])
  expect(readFileSync(bare, 'utf8')).toContain('"losesFactor":true')
  expect(readFileSync(whole, 'utf8')).not.toContain('losesFactor')
  const other = await createTestServer()
  const { errors } = await typeImport(other, 'passport', bare, '--apply')
  expect(errors).toContain('--without-factors')
})

test('takes words for yes besides the usual ones, and an empty cell never for one', async () => {
  const server = await createTestServer()
  const rows = ['1,ann,,true', '2,bob,,Oui', '3,carl,ja,']
  const file = writeNew(`external_id,username,email_verified,blocked\n${rows.join('\n')}\n`)
  await typeImport(server, 'csv', file, '--true', 'ja, oui,', '--apply')
  const { query } = server.database
  const people = await query.selectFrom('accounts').select(['username', 'state']).execute()
  expect(Object.fromEntries(people.map(({ username, state }) => [username, state]))).toEqual({
    ann: 'frozen',
    bob: 'frozen',
    carl: 'active',
  })
})

test('reads Unix times with parts of a second, as AWS writes them', async () => {
  const server = await createTestServer()
  const people = [
    { external_id: '1', username: 'ann', created_at: 1548089817.683 },
    {
      external_id: '2',
      username: 'bob',
      created_at: '1548089817683.25',
      blocked_until: '4102444800.5',
    },
  ]
  const file = writeNew(people.map((one) => JSON.stringify(one)).join('\n'))
  await typeImport(server, 'ndjson', file, '--apply')
  const { query } = server.database
  const made = query.selectFrom('accounts').select(['username', 'createdAt', 'state'])
  expect(await made.orderBy('username').execute()).toEqual([
    { username: 'ann', createdAt: 1_548_089_817_683, state: 'active' },
    { username: 'bob', createdAt: 1_548_089_817_683, state: 'frozen' },
  ])
})

test.each([
  ['Mon, 21 Jan 2019 17:56:57 +0100', '2019-01-21T16:56:57.000Z'],
  ['1 Feb 2019 16:56 GMT', '2019-02-01T16:56:00.000Z'],
  ['2019/01/21', '2019-01-21T00:00:00.000Z'],
  ['2019/01/21 16:56:57', '2019-01-21T16:56:57.000Z'],
  ['2019-01-21 17:56:57.683123456 +0100 CET m=+0.000012', '2019-01-21T16:56:57.683Z'],
  ['2019-01-21 16:56:57.683 +0000 UTC', '2019-01-21T16:56:57.683Z'],
  ['1548089817683123', '2019-01-21T16:56:57.683Z'],
  ['1548089817683123456', '2019-01-21T16:56:57.683Z'],
  ['Sat, 30 Feb 2019 16:56:57 GMT', undefined],
  ['12 Foo 2019', undefined],
  ['21/01/2019', undefined],
  // Windows counts from 1601 on.
  ['131925634176830000', undefined],
])('reads the time %j', (text, iso) => {
  const time = timeAt({ text }, 'text')
  expect(time && new Date(time).toJSON()).toBe(iso)
})

test('takes the name of a user model of ones own in Django', async () => {
  const server = await createTestServer()
  const fields = { password: '!', email: 'ann@example.com', name: 'Ann Lee', is_active: true }
  const file = writeNew(JSON.stringify([{ model: 'users.user', pk: 1, fields }]), 'json')
  await typeImport(server, 'django', file, '--apply')
  const { query } = server.database
  expect(await query.selectFrom('accounts').select('name').execute()).toEqual([{ name: 'Ann Lee' }])
})

test('reads credentials as Keycloak wrote them before version 8', async () => {
  const server = await createTestServer()
  // Made by hashlib of Python.
  const credentials = [
    {
      type: 'password',
      hashedSaltedValue:
        'TbTtjuBZGEOqOJTHpROfTSkp2SHamkGuNqpmyzt6X46Gf4H6q43uKR6Jykm/xiX1kHnYbPFG4kf1DpOwRqUpow==',
      salt: 'MDEyMzQ1Njc4OWFiY2RlZg==',
      hashIterations: 27_500,
      algorithm: 'pbkdf2-sha256',
    },
    {
      type: 'password',
      hashedSaltedValue:
        'XQi/BKNXBs8o+oafscugBMn9hK8h0OV1L8A71B3Ga9MFByAsX+lh2hOgdljQK7xXg7NrxJGtYZ0sYqN+diuIdA==',
      salt: 'MDEyMzQ1Njc4OWFiY2RlZg==',
      hashIterations: 20_000,
    },
  ]
  const app = {
    type: 'totp',
    hashedSaltedValue: 'abcdefghijklmnopqrst',
    algorithm: 'HmacSHA1',
    digits: 6,
    period: 30,
  }
  const users = [
    { id: '1', username: 'ann', enabled: true, credentials: credentials.slice(0, 1) },
    { id: '2', username: 'bob', enabled: true, credentials: [...credentials.slice(1), app] },
    { id: '3', username: 'cid', enabled: true, credentials: [{ ...app, type: 'hotp' }] },
  ]
  const file = writeNew(JSON.stringify({ realm: 'a', users }), 'json')
  const { report } = await typeImport(server, 'keycloak', file, '--apply', '--without-factors')
  expect(report).toEqual({ 1: 'created', 2: 'created', 3: 'created no_way_in no_factor' })
  const signIn = async (username: string, typed: string) =>
    (await server.client().call(passwordLogin, { username, password: typed })).error
  expect(await signIn('ann', 'seven quiet otters')).toBeUndefined()
  expect(await signIn('ann', 'seven quiet otter')).toBe('password_error')
  expect(await signIn('bob', 'seven quiet otters')).toBe('second_verify')
})

test('takes hashes of Firebase from other products with the key, and counts them without', async () => {
  const key = Buffer.from(Array.from({ length: 64 }, (_, at) => at)).toString('base64')
  const config = writeNew(
    `base64_signer_key: ${key}, base64_salt_separator: Bw==, rounds: 8, mem_cost: 14`,
    'txt',
  )
  const encrypted_password = `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=${key}$MDEyMzQ1Njc4OQ==$AHNFEThIi3nrw6bw/RKVKLFP3vOc10ABBm2iuT7KRfabSDeWfrKCvmfROSqnFsNtCrojMFXAibgOiPKy+XApHA==`
  const email = 'ann@example.com'
  const row = { id: '1', email, email_confirmed_at: '2024-01-01', encrypted_password }
  const file = writeNew(JSON.stringify([row]), 'json')
  const server = await createTestServer()
  expect((await typeImport(server, 'supabase', file)).output).toContain('password_hash (no_key)')
  await typeImport(server, 'supabase', file, '--apply', '--hash-config', config)
  const login = { email, password: 'seven quiet otters' }
  expect((await server.client().call(passwordLogin, login)).error).toBeUndefined()
})

test('reads every field from a place that is put together', async () => {
  const server = await createTestServer()
  const rows = ['1,ann,1,on,2024-01-15,10:00', '2,bob,0,off,2024-01-16,11:00']
  const file = writeNew(`external_id,username,kind,mfa,day,hour\n${rows.join('\n')}\n`, 'csv')
  const typed = ['csv', file, '--map', 'blocked={kind==1}yes', '--map', 'created_at=day+hour']
  const { report } = await typeImport(server, ...typed, '--map', 'lost_factor={mfa==on}yes')
  expect(report).toEqual({ 1: 'created no_way_in no_factor', 2: 'created no_way_in' })
  const negated = typed.map((word) => word.replace('blocked={kind==1}', 'blocked=!{kind==0}'))
  await typeImport(server, ...negated, '--apply')
  const made = server.database.query.selectFrom('accounts').select(['createdAt', 'state'])
  expect(await made.orderBy('username').execute()).toEqual([
    { createdAt: Date.UTC(2024, 0, 15, 10), state: 'frozen' },
    { createdAt: Date.UTC(2024, 0, 16, 11), state: 'active' },
  ])
})

test('freezes nobody for a ban of better-auth that has ended', async () => {
  const server = await createTestServer()
  const user = ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z', null].map((banExpires, at) => ({
    id: String(at),
    email: `p${at}@example.com`,
    emailVerified: true,
    banned: true,
    banExpires,
  }))
  await typeImport(server, 'better-auth', writeNew(JSON.stringify({ user }), 'json'), '--apply')
  const people = server.database.query.selectFrom('accounts').select(['email', 'state'])
  expect(await people.orderBy('email').execute()).toEqual([
    { email: 'p0@example.com', state: 'active' },
    { email: 'p1@example.com', state: 'frozen' },
    { email: 'p2@example.com', state: 'frozen' },
  ])
})
