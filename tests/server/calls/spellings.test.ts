import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { createInvitationsInBulk, listInvitations } from '#protocol/web/invitations.ts'
import { emailCodeLogin, passwordLogin, smsLogin } from '#protocol/web/login.ts'
import { toEmail, toMobile } from '../../../server/accounts/recipients.ts'
import { readUserCode } from '../../../server/oauth/device-request.ts'
import { readMigrations } from '../../../server/store/migrations.ts'
import { typeCommand } from '../../support/command.ts'
import { createCompany } from '../../support/companies.ts'
import { createTestServer } from '../../support/test-server.ts'

const email = 'ann@example.com'
const password = 'seven quiet otters'

/** Returns a text as a Japanese keyboard in full width writes it. */
function wide(text: string): string {
  return text.replaceAll(/[!-~]/g, (sign) =>
    String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0),
  )
}

test.each([
  wide(email),
  'ann@example。com',
  'ann@example｡com',
  'ANN@Example．com',
  ' ann＠example.com ',
  '　ann@example.com　',
  '\u200bann@example.com\ufeff',
])('reads the address %s', (typed) => {
  expect(toEmail(typed).address).toBe(email)
})

test.each(['ann@例え。テスト', 'ann@例え.テスト', 'ann@xn--r8jz45g.xn--zckzah'])(
  'reads the international address %s',
  (typed) => {
    expect(toEmail(typed).address).toBe('ann@xn--r8jz45g.xn--zckzah')
  },
)

test.each([
  'ann',
  'ann@',
  '@example。com',
  'ann@example。',
  'ann@a＠example.com',
  'a，b@example.com',
])('refuses %s', (typed) => {
  expect(() => toEmail(typed)).toThrow('malformed')
})

test.each([
  // Mexico dropped the 1 of its mobile numbers in 2019, and 044 and 045 with it.
  ['+52 1 55 1234 5678', undefined, '+525512345678'],
  ['+52 55 1234 5678', undefined, '+525512345678'],
  ['044 55 1234 5678', '52', '+525512345678'],
  ['1 55 1234 5678', '52', '+525512345678'],
  // Argentina writes 9 from abroad, and 15 after the area at home.
  ['+54 9 11 4567 8901', undefined, '+5491145678901'],
  ['+54 11 4567 8901', undefined, '+5491145678901'],
  ['011 15 4567 8901', '54', '+5491145678901'],
  ['11 4567 8901', '54', '+5491145678901'],
  // Brazil put a 9 before mobile numbers; fixed lines have none.
  ['+55 11 8123 4567', undefined, '+5511981234567'],
  ['+55 11 98123 4567', undefined, '+5511981234567'],
  ['+55 11 3123 4567', undefined, '+551131234567'],
  // Benin put 01 before all numbers.
  ['+229 90 12 34 56', undefined, '+2290190123456'],
  ['+229 01 90 12 34 56', undefined, '+2290190123456'],
  // Full width, and the dashes of keyboards and programs.
  ['＋８１　９０－１２３４－５６７８', undefined, '+819012345678'],
  ['０９０ー１２３４ー５６７８', '81', '+819012345678'],
  ['+81 90‐1234–5678', undefined, '+819012345678'],
  ['（０９０）１２３４−５６７８', '81', '+819012345678'],
  // Contact lists put marks of direction around a number; other keyboards have other digits.
  ['\u202a+81 90\u20111234\u20115678\u202c', undefined, '+819012345678'],
  ['\u200e٠٩٠١٢٣٤٥٦٧٨', '81', '+819012345678'],
  ['+۸۱۹۰۱۲۳۴۵۶۷۸', undefined, '+819012345678'],
])('reads the number %s in region %s', (typed, region, number) => {
  expect(toMobile(typed, region).address).toBe(number)
})

test('takes full width at every endpoint with addresses, numbers and codes', async () => {
  const server = await createTestServer()
  const client = server.client()
  expect((await client.call(sendCode, { email: wide(email), type: 13 })).error).toBeUndefined()
  const code = wide(await server.codeFor(email))
  const typed = { email: 'ann@example。com', code }
  expect((await client.call(emailCodeLogin, typed)).error).toBeUndefined()
  const mobile = '＋５２　１　５５　１２３４　５６７８'
  expect((await client.call(sendCode, { mobile, type: 24 })).error).toBeUndefined()
  const sms = wide(await server.codeFor('+525512345678'))
  const spelled = { mobile: '+525512345678', code: `${sms.slice(0, 3)}－${sms.slice(3)}` }
  expect((await server.client().call(smsLogin, spelled)).error).toBeUndefined()
})

test('takes full width on plain pages', async () => {
  const server = await createTestServer()
  const browser = server.client()
  const first = await browser.form('/form/sign-up', { email: wide(email), language: 'ja' })
  const page = await first.text()
  expect(page).toContain(`name="email" value="${email}"`)
  const code = await server.codeFor(email)
  const second = await browser.form('/form/sign-up', {
    step: 'finish',
    email: 'ann@example。com',
    code: `${wide(code.slice(0, 3))}　${wide(code.slice(3))}`,
    password,
    language: 'ja',
  })
  expect(second.status).toBe(303)
  const fields = { account: wide(email), password, language: 'ja' }
  expect((await server.client().form('/form/login', fields)).status).toBe(303)
  // A field of the type email would keep a browser from sending it.
  const refused = await server.client().form('/form/sign-up', { email: 'ann', language: 'ja' })
  expect(await refused.text()).toMatch(/<input[^>]*name="email"[^>]*type="text"/)
})

test('signs in by password with any spelling of a name, an address or a number', async () => {
  const server = await createTestServer()
  await server.person({ email, password })
  await server.person({ mobile: '+525512345678', password })
  for (const account of [
    wide(email),
    'ann@example。com',
    '+52 1 55 1234 5678',
    '＋５２５５１２３４５６７８',
  ]) {
    const answer = await server.client().call(passwordLogin, { account, password })
    expect([account, answer.error]).toEqual([account, undefined])
  }
})

test('invites each person of a list once, however their address is spelled', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  const rows = ['new@example.com', 'ｎｅｗ＠example。com'].map((one, row) => ({
    row,
    email: one,
    deputy_name: 'New',
  }))
  const numbers = ['+54 11 4567 8901', '+54 9 11 4567 8901'].map((mobile, at) => ({
    row: at + 2,
    mobile,
    deputy_name: 'New',
  }))
  const { data } = await manager.call(createInvitationsInBulk, { rows: [...rows, ...numbers] })
  const results = (data.results as { result: string }[]).map(({ result }) => result)
  expect(results).toEqual(['made', 'exists', 'made', 'exists'])
  expect((await manager.call(listInvitations, {})).data.total).toBe(2)
})

test('finds people for operators, however the address is spelled', async () => {
  const server = await createTestServer()
  const ann = await server.person({ email })
  const bob = await server.person({ mobile: '+5491145678901' })
  for (const [typed, { userId }] of [
    [wide(email), ann],
    ['ann@example。com', ann],
    ['+54 11 4567 8901', bob],
  ] as const) {
    const shown = await typeCommand(server, ['user', 'show', typed])
    expect([typed, shown.output]).toEqual([typed, expect.stringContaining(userId)])
  }
  const stopped = await typeCommand(server, ['invite', 'stop', 'ｂｏｂ＠example。com'])
  expect(stopped.output).toContain('bob@example.com gets no more invitations')
})

test('reads the code of a device in full width and small letters', () => {
  expect(readUserCode('ｂｃｄｆ－ｇｈｊｋ')).toBe('BCDFGHJK')
  expect(readUserCode('BCDF ーGHJK')).toBe('BCDFGHJK')
})

test('finds accounts whose number was stored in a former spelling', async () => {
  const server = await createTestServer()
  const { query } = server.database
  const stored = [
    ['+541145678901', '+5491145678901'],
    ['+551181234567', '+5511981234567'],
    ['+551131234567', '+551131234567'],
    ['+819012345678', '+819012345678'],
  ] as const
  const people: { userId: string; present: string }[] = []
  for (const [at, [former, present]] of stored.entries()) {
    const { userId } = await server.person({ mobile: `+819012345${at}00` })
    await query.updateTable('accounts').set({ mobile: former }).where('id', '=', userId).execute()
    await query
      .updateTable('identifiers')
      .set({ value: former })
      .where('accountId', '=', userId)
      .where('kind', '=', 'mobile')
      .execute()
    people.push({ userId, present })
  }
  const migration = readMigrations().find(({ name }) => name.endsWith('spellings-of-numbers'))
  for (const statement of migration?.statements ?? []) await sql.raw(statement).execute(query)
  for (const { userId, present } of people) {
    expect((await server.app.services.accounts.byMobile(present))?.id).toBe(userId)
    expect((await server.app.services.accounts.byId(userId))?.mobile).toBe(present)
  }
})
