import { appendFileSync, closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { typeCommand } from '../../support/command.ts'
import { newPath, sampleOf, typeImport, writeNew } from '../../support/import-files.ts'
import { createTestServer } from '../../support/test-server.ts'
import type { Source } from '../../../server/import/foreign-account.ts'
import { runImport } from '../../../server/import/run-import.ts'
import { sources } from '../../../server/import/sources.ts'

const csv = 'external_id,email,email_verified\n1,ann@example.com,1\n'
const head = '{"format":"passport-accounts/1"}\n'

test.each([
  ['UTF-16', 'csv', Buffer.from(`\uFEFF${csv}`, 'utf16le'), 'is UTF-16: convert it'],
  ['UTF-16 without a mark', 'csv', Buffer.from(csv, 'utf16le'), 'is UTF-16: convert it'],
  ['Latin-1', 'csv', Buffer.from('external_id,name\n1,Zoë\n', 'latin1'), 'is not UTF-8'],
  [
    'Latin-1 after many rows',
    'csv',
    Buffer.from(`${csv}${'2,bob@example.com,1\n'.repeat(20_000)}3,é,1\n`, 'latin1'),
    'is not UTF-8',
  ],
  ['an open quote', 'csv', `${csv}2,"bob`, 'is no CSV'],
  ['a quote in a cell', 'csv', `${csv}2,a"b,1`, 'a quote is found on field 1 at line 3.'],
  ['gzip', 'csv', gzipSync(csv), 'is packed: unpack it'],
  ['xz', 'ndjson', Buffer.from('fd377a585a000004', 'hex'), 'is packed: unpack it'],
  ['an old spreadsheet', 'csv', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'save a table as CSV'],
  ['a spreadsheet', 'json', Buffer.from('504b030414000600', 'hex'), 'is packed: unpack it'],
  ['a column twice', 'csv', 'id,email,id\n1,ann@example.com,2\n', 'has two columns "id"'],
  ['a picture', 'firebase', Buffer.from('89504e470d0a1a0a', 'hex'), 'is not UTF-8'],
  ['another text', 'keycloak', 'hello', 'is no JSON'],
  ['no users', 'keycloak', '{"realm":"a"}', 'has no users: export the realm by'],
  ['no users of Firebase', 'firebase', '{"users":[]}', 'has no "users"'],
  ['another format', 'passport', '{"format":"passport-accounts/2"}', 'does not begin with'],
  ['a JSON file', 'ndjson', '[\n{"a":1}\n]', 'is no JSON object'],
  ['several arrays', 'json', '{"a":[],"b":[]}', 'has no array of people, or several'],
  ['deep nesting', 'passport', `${head}{"a":${'['.repeat(600_000)}\n`, 'is a person of passport'],
  ['a long line', 'ndjson', `{"a":"${'x'.repeat(2 ** 20)}"}`, 'is longer than 1 MiB'],
  ['a long record', 'csv', `${csv}2,"${'x\n'.repeat(2 ** 20)}",1`, 'is no CSV: Max Record Size'],
  ['people of another product', 'wordpress', csv, 'is a person of wordpress: is it the right'],
])('refuses a file with %s', async (_what, source, content, sentence) => {
  const server = await createTestServer()
  const typed = ['import', source, writeNew(content), '--apply']
  const { code, errors } = await typeCommand(server, typed)
  expect([code, errors]).toEqual([1, expect.stringContaining(sentence)])
  expect(errors.split('\n').length).toBe(1)
  expect(await server.database.query.selectFrom('accounts').selectAll().execute()).toEqual([])
})

test('says that files changed between the check and the import', async () => {
  const server = await createTestServer()
  const file = writeNew(csv, 'csv')
  const source = sources.get('csv')!
  const read: Source['read'] = async function* readGrowing(...given) {
    yield* source.read(...given)
    appendFileSync(file, '2,bob@example.com,1\n')
  }
  const { apps } = server.app.services
  const changed = runImport(server.app.services, {
    sourceName: 'csv',
    source: { ...source, read },
    files: [file],
    map: new Map(),
    yes: new Set(['1']),
    hashConfig: undefined,
    isApplied: true,
    withoutFactors: false,
    limit: 10,
    app: (await apps.find(1001))!,
    onResults: () => undefined,
  })
  await expect(changed).rejects.toThrow('changed while they were read')
  const { output } = await typeCommand(server, ['import', 'list'])
  expect(output).toContain('not yet, or stopped')
})

test('refuses a line of a gigabyte without reading it all', async () => {
  const server = await createTestServer()
  const file = newPath()
  const handle = openSync(file, 'w')
  writeSync(handle, `${head}{"externalId":"${'x'.repeat(2 ** 20)}`)
  ftruncateSync(handle, 2 ** 30)
  closeSync(handle)
  const before = process.memoryUsage().rss
  const { code, errors } = await typeCommand(server, ['import', 'passport', file])
  expect([code, errors]).toEqual([1, expect.stringContaining('is longer than 1 MiB')])
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20)
  const whole = await typeCommand(server, ['import', 'firebase', file])
  expect(whole.errors).toContain("jq -c '.[]'")
})

test('reads a byte order mark, other line ends and other delimiters', async () => {
  const server = await createTestServer()
  const rows =
    '\uFEFFexternal_id;email;email_verified;name\r\n1;ann@example.com;yes;"A; \r\nnn"\r\n'
  const { report } = await typeImport(server, 'csv', writeNew(rows), '--apply')
  expect(report).toEqual({ 1: 'created no_password' })
  const ann = await server.app.services.accounts.byEmail('ann@example.com')
  expect(ann?.name).toBe('A; nn')
})

test('takes a column or path named __proto__ for a name like any other', async () => {
  const server = await createTestServer()
  const line = '{"external_id":"1","__proto__":{"email":"ann@example.com"},"email_verified":true}'
  const typed = ['ndjson', writeNew(line), '--apply']
  expect((await typeImport(server, ...typed)).report).toEqual({ 1: 'rejected no_identifier' })
  const mapped = await typeImport(server, ...typed, '--map', 'email=__proto__.email')
  expect(mapped.report).toEqual({ 1: 'created no_password' })
  for (const path of ['constructor.name', '__proto__', 'toString', 'hasOwnProperty.name']) {
    const file = writeNew('{"external_id":"2","a":"x"}')
    const other = ['ndjson', file, '--map', `username=${path}`]
    const { report } = await typeImport(server, ...other)
    expect([path, report]).toEqual([path, { 2: 'rejected no_identifier' }])
  }
  const { errors } = await typeImport(server, ...typed, '--map', '__proto__=email')
  expect(errors).toContain('--map knows no field "__proto__"')
  expect(Object.hasOwn(Object.prototype, 'email')).toBe(false)
})

test('counts what cannot be read, and freezes whom something unreadable blocks', async () => {
  const server = await createTestServer()
  const rows = [
    '1,ann,31/12/2020,',
    String.raw`2,bob,0000-00-00 00:00:00,\N`,
    '3,carl,9999-01-01,NULL',
    '4,dora,2020-01-02,infinity',
    '5,eve,2020-01-02,some day',
    '6,NULL,2020-01-02,',
  ]
  const file = writeNew(`external_id,username,created_at,blocked_until\n${rows.join('\n')}\n`)
  const { report, output } = await typeImport(server, 'csv', file, '--apply')
  expect(report).toMatchObject({ 5: 'created no_way_in', 6: 'rejected no_identifier' })
  expect(output).toMatch(/created_at \(malformed\) +2\n/)
  expect(output).toMatch(/blocked_until \(malformed\) +1\n/)
  const { query } = server.database
  const people = await query.selectFrom('accounts').select(['username', 'state']).execute()
  expect(Object.fromEntries(people.map(({ username, state }) => [username, state]))).toEqual({
    ann: 'active',
    bob: 'active',
    carl: 'active',
    dora: 'frozen',
    eve: 'frozen',
  })
})

test('freezes whom a word blocks that is neither yes nor no', async () => {
  const server = await createTestServer()
  const words = ['yes', '1.0', 'ja', '-1', '01/05/2024', '2024-05-01', 'no', 'N', '0.0', '']
  const rows = words.map((word, at) => `${at},name${at},${word}`)
  const file = writeNew(`external_id,username,blocked\n${rows.join('\n')}\n`)
  const { output } = await typeImport(server, 'csv', file, '--apply')
  expect(output).toMatch(/blocked \(malformed\) +3\n/)
  const { query } = server.database
  const frozen = query.selectFrom('accounts').select('username').where('state', '=', 'frozen')
  const names = (await frozen.execute()).map(({ username }) => username)
  expect(new Set(names)).toEqual(new Set(['name0', 'name1', 'name2', 'name3', 'name4', 'name5']))
})

test('reads bits as MySQL writes them', async () => {
  const server = await createTestServer()
  const bits = ["b'1'", '\u0001', "b'0'", '\0', String.raw`\0`]
  const rows = bits.map((bit, at) => `${at},name${at},${bit}`)
  const file = writeNew(`external_id,username,blocked\n${rows.join('\n')}\n`)
  await typeImport(server, 'csv', file, '--apply')
  const { query } = server.database
  const frozen = query.selectFrom('accounts').select('username').where('state', '=', 'frozen')
  const names = (await frozen.execute()).map(({ username }) => username)
  expect(new Set(names)).toEqual(new Set(['name0', 'name1']))
})

test('counts states that are unknown here', async () => {
  const server = await createTestServer()
  const states = [
    'ACTIVE',
    'unverified',
    'USER_STATE_INITIAL',
    'LOCKED_OUT',
    'terminated',
    'closed by us',
    '',
  ]
  const rows = states.map((state, at) => `${at},name${at},${state}`)
  const file = writeNew(`external_id,username,state\n${rows.join('\n')}\n`)
  expect((await typeImport(server, 'csv', file)).output).toMatch(/state \(malformed\) +2\n/)
})

test('takes no id at a provider that a database refuses, and shows no id that breaks a report', async () => {
  const server = await createTestServer()
  const lines = [
    { external_id: '1', google: '12\0' },
    { external_id: '2', google: '9'.repeat(100_000), username: 'bob' },
    { external_id: '3\r\nann', state: 'USER_STATE_DELETED' },
    { external_id: '4', username: 'dora', state: 'USER_STATE_LOCKED' },
  ]
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  const { report, output } = await typeImport(server, 'ndjson', writeNew(text), '--apply')
  expect(report).toEqual({
    1: 'rejected no_identifier',
    2: 'created no_way_in',
    '3??ann': 'skipped no_person',
    4: 'created no_way_in',
  })
  expect(output).toMatch(/linked \(google\) +2\n/)
  const { state } = (await server.app.services.accounts.byUsername('dora')) ?? {}
  expect(state).toBe('frozen')
})

test('counts a hundred names of fields, and all others as one', async () => {
  const server = await createTestServer()
  const lines = Array.from(
    { length: 300 },
    (_, at) => `{"external_id":"${at}","username":"ann${at}","key${at}":1}`,
  )
  const { output } = await typeImport(server, 'ndjson', writeNew(lines.join('\n')))
  expect(output).toMatch(/\nothers +200\n/)
})

test('rejects rows that are no people, by their number', async () => {
  const server = await createTestServer()
  const lines = [
    '{"external_id":"1","username":"mara"}',
    '{',
    '7',
    '[]',
    '{"external_id":{}}',
    '{"external_id":1e400}',
  ]
  const { report } = await typeImport(server, 'ndjson', writeNew(lines.join('\n')), '--apply')
  expect(report).toEqual({
    1: 'created no_way_in',
    '#2': 'rejected malformed',
    '#3': 'rejected malformed',
    '#4': 'rejected no_external_id',
    '#5': 'rejected no_external_id',
    '#6': 'rejected no_external_id',
  })
  const short = writeNew(`${csv}2\n3,bob@example.com,1,4\n`)
  expect((await typeImport(server, 'csv', short)).report).toMatchObject({
    '#2': 'rejected malformed',
    '#3': 'rejected malformed',
  })
})

test.each([
  [['import', 'auth', 'x'], 'Did you mean "auth0"?'],
  [['import', 'csv:shop.jp', 'x'], '"csv:shop.jp" is no name of a source: it has 40'],
  [['import', 'clerk', sampleOf('clerk.csv'), '--map', 'email=x'], '--map and --true are for csv'],
  [['import', 'clerk', sampleOf('clerk.csv'), '--true', 'oui'], '--map and --true are for csv'],
  [['import', 'csv', sampleOf('generic.csv'), '--map', 'email'], 'must be field=path'],
  [
    ['import', 'csv', sampleOf('generic.csv'), '--map', 'blocked=!activ'],
    'has no column "activ", which --map names.',
  ],
  [
    ['import', 'csv', sampleOf('generic.csv'), '--map', 'password_hash={email==a}{pass|hex}'],
    'has no column "pass"',
  ],
  [['import', 'csv', sampleOf('generic.csv'), '--limit', '0'], '--limit is "0"'],
  [['import', 'csv', sampleOf('generic.csv'), '--aid', '4711'], 'There is no application 4711'],
  [['import', 'csv', '/nonexistent'], 'cannot be read'],
  [['import', 'csv', sampleOf('generic.csv'), '--report', sampleOf('hanko.json')], 'is there'],
  [
    ['import', 'csv', sampleOf('generic.csv'), '--hash-config', sampleOf('hanko.json')],
    'needs base64_signer_key',
  ],
  [['import', 'firebase', sampleOf('firebase.json')], 'need the hash parameters'],
  [
    ['import', 'firebase', sampleOf('firebase.json'), '--hash-config', sampleOf('hanko.json')],
    'needs base64_signer_key',
  ],
  [['import', 'auth0', sampleOf('auth0-passwords.ndjson')], 'name the export of users, too'],
  [['export', sampleOf('hanko.json')], 'is there already'],
])('refuses %j with a sentence', async (typed, sentence) => {
  const server = await createTestServer()
  const { code, errors } = await typeCommand(server, typed)
  expect(code).toBeGreaterThan(0)
  expect(errors).toContain(sentence)
})

test('reads no more rows than --limit says', async () => {
  const server = await createTestServer()
  const { report } = await typeImport(
    server,
    'django',
    sampleOf('django-auth-user.json'),
    '--limit',
    '2',
  )
  expect(Object.keys(report)).toEqual(['17', '18'])
})
