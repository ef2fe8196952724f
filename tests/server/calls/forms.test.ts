import { expect, test } from 'vitest'
import { formEndpoints } from '#protocol/index.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { readConfig } from '../../../server/config/config.ts'
import { ledTo } from '../../support/oauth-client.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

const email = 'ann@example.com'
const password = 'seven quiet otters'

test('signs up by two posts and redirects to the account page', async () => {
  const server = await createTestServer()
  const browser = server.client()
  const first = await browser.form('/form/sign-up', { email, language: 'en' })
  expect(first.status).toBe(200)
  const page = await first.text()
  expect(page).toContain('name="code"')
  expect(page).toContain(`name="email" value="${email}"`)
  const code = await server.codeFor(email)
  const second = await browser.form('/form/sign-up', {
    step: 'finish',
    email,
    code: ` ${code.slice(0, 3)} ${code.slice(3)}`,
    password,
    name: 'Ann',
    language: 'en',
  })
  expect(second.status).toBe(303)
  expect(second.headers.get('location')).toBe('/account-setting')
  expect((await browser.call(accountInfo, {})).data.name).toBe('Ann')
})

test('signs up without a password, unless the application requires one', async () => {
  const server = await createTestServer()
  const signUp = async (address: string): Promise<Response> => {
    const browser = server.client()
    await browser.form('/form/sign-up', { email: address, language: 'en' })
    const code = await server.codeFor(address)
    const fields = { step: 'finish', email: address, code, language: 'en', password: '' }
    return browser.form('/form/sign-up', fields)
  }
  expect((await signUp(email)).status).toBe(303)
  await server.database.query
    .updateTable('apps')
    .set({ settings: JSON.stringify({ password_required: true }) })
    .execute()
  server.clock.passSeconds(31)
  const refused = await signUp('bea@example.com')
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringMatching(/name="password"[^>]*required[^]*8 to 128 characters/),
  ])
})

test('shows the configured minimum length of passwords', async () => {
  const server = await createTestServer({ settings: { PASSWORD_MIN_LENGTH: '15' } })
  const browser = server.client()
  const first = await browser.form('/form/sign-up', { email, language: 'en' })
  expect(await first.text()).toContain('15 to 128 characters')
  const fields = { step: 'finish', email, code: await server.codeFor(email), language: 'en' }
  const second = await browser.form('/form/sign-up', { ...fields, password: 'quiet otter' })
  expect(await second.text()).toContain('Choose a password of 15 to 128 characters')
})

test('signs in and out, and redirects only to allowed origins', async () => {
  const server = await createTestServer()
  await server.person({ email, password })
  const browser = server.client()
  for (const [next, location] of [
    ['/blog', '/blog'],
    ['https://evil.example/', '/'],
    ['', '/ja/account-setting'],
  ] as const) {
    const fields = { account: email, password, next, language: 'ja' }
    const reply = await browser.form('/form/login', fields)
    expect(reply.status).toBe(303)
    expect(reply.headers.get('location')).toBe(location)
  }
  const out = await browser.form('/form/logout', { language: 'ja' })
  expect(out.headers.get('location')).toBe('/ja/sign-out')
  expect((await browser.call(accountInfo, {})).error).toBe('session_expired')
})

test('continues to the return URL of our sign-in page', async () => {
  const server = await createTestServer()
  await server.person({ email, password })
  const locationFrom = async (referer: string): Promise<string | null> => {
    const fields = { account: email, password, next: '/account-setting' }
    const reply = await server.client().form('/form/login', fields, { referer })
    return reply.headers.get('location')
  }
  expect(await locationFrom(`${ORIGIN}/login?next=%2Fblog%3Fpage%3D2`)).toBe('/blog?page=2')
  expect(await locationFrom(`${ORIGIN}/ja/login?next=https://evil.example/`)).toBe('/')
  for (const page of ['/login', '/sign-out?next=%2Fblog', '/form/login?next=%2Fblog']) {
    expect(await locationFrom(ORIGIN + page), page).toBe('/account-setting')
  }
  expect(await locationFrom('https://evil.example/login?next=%2Fblog')).toBe('/account-setting')
})

test('links to the other forms with the return URL, if it may be followed', async () => {
  const server = await createTestServer()
  const linksOf = async (path: string, next: string): Promise<string[]> => {
    const page = await (await server.client().form(path, { next, language: 'ja' })).text()
    const [, main = ''] = /<main>(.*)<\/main>/s.exec(page) ?? []
    return [...main.matchAll(/href="(\/ja\/[^"]*)"/g)].map(([, href = '']) => href)
  }
  expect(await linksOf('/form/login', '/blog')).toEqual([
    '/ja/reset-password?next=%2Fblog',
    '/ja/sign-up?next=%2Fblog',
  ])
  expect(await linksOf('/form/sign-up', '/blog')).toEqual(['/ja/login?next=%2Fblog'])
  expect(await linksOf('/form/sign-up', 'https://evil.example/')).toEqual(['/ja/login?next=%2F'])
  expect(await linksOf('/form/reset-password', '')).toEqual(['/ja/login'])
})

test('shares no state between posts of a form without fields', async () => {
  const server = await createTestServer()
  const post = { method: 'POST', headers: { origin: ORIGIN, referer: `${ORIGIN}/login?next=%2F` } }
  await server.client().send(new Request(`${ORIGIN}/form/login`, post))
  const late = '/passport/sso/login/callback?aid=1001&ticket=late&next=/pricing'
  const reply = await server.client().send(new Request(ORIGIN + late))
  expect(reply.headers.get('location')).toBe('/login?error=8114&next=%2Fpricing')
})

test('accepts a post without Origin and Referer only with the token of the CSRF cookie', async () => {
  const server = await createTestServer()
  await server.person({ email, password })
  const browser = server.client()
  await browser.call(accountInfo, {})
  const token = browser.cookies.get('passport_csrf_token') ?? ''
  const statusWith = async (fields: Record<string, string>): Promise<number> => {
    const body = new URLSearchParams({ account: email, password, ...fields })
    return (await browser.send(new Request(`${ORIGIN}/form/login`, { method: 'POST', body })))
      .status
  }
  expect(await statusWith({})).toBe(403)
  expect(await statusWith({ csrf_token: 'f'.repeat(64) })).toBe(403)
  expect(await statusWith({ csrf_token: token })).toBe(303)
})

test('repeats all input in a rejected form', async () => {
  const server = await createTestServer()
  const odd = "a$'$&b@example.com"
  const fields = { email: odd, next: 'finish', language: 'en' }
  const page = await (await server.client().form('/form/sign-up', fields)).text()
  expect(page).toContain('on its way to a$&#39;$&amp;b@example.com. It works')
  expect(page).toContain(
    'name="next" value="finish">\n<input type="hidden" name="step" value="again"',
  )
})

test('shows the field error of a name that imitates the product', async () => {
  const server = await createTestServer()
  const browser = server.client()
  await browser.form('/form/sign-up', { email, language: 'en' })
  const code = await server.codeFor(email)
  const fields = { step: 'finish', email, code, password, name: 'Support', language: 'en' }
  const page = await (await browser.form('/form/sign-up', fields)).text()
  expect(page).toMatch(/name="name"[^>]*aria-invalid="true"/)
})

test('redirects a reloaded form to its page in the language of the browser', async () => {
  const server = await createTestServer()
  const reply = await server.fetch(
    new Request(`${ORIGIN}/form/login`, { headers: { 'accept-language': 'ja,en-US;q=0.9' } }),
  )
  expect(reply.status).toBe(302)
  expect(reply.headers.get('location')).toBe('/ja/login')
})

test('keeps the return URL when the address of a form is opened again', async () => {
  const server = await createTestServer()
  const pageAt = async (path: string): Promise<string | null> =>
    (await server.fetch(new Request(ORIGIN + path))).headers.get('location')
  for (const form of ['login', 'sign-up', 'reset-password']) {
    const fields = { account: email, email: 'none', next: '/blog?page=2', language: 'en' }
    const page = await (await server.client().form(`/form/${form}`, fields)).text()
    const [, action = ''] = /<form method="post" action="([^"]*)"/.exec(page) ?? []
    expect(await pageAt(action)).toBe(`/${form}?next=%2Fblog%3Fpage%3D2`)
  }
  expect(await pageAt('/form/login?next=https://evil.example/')).toBe('/login?next=%2F')
  expect(await pageAt('/form/login?next=')).toBe('/login')
  expect(await pageAt('/form/login?next=%E0%A4%A')).toMatch(/^\/login/)
})

test('mails to one normalized address only', async () => {
  const server = await createTestServer({ settings: { FORM_POSTS_PER_ADDRESS_HOUR: '1000' } })
  for (const path of ['/form/sign-up', '/form/reset-password']) {
    for (const list of [
      'x, ann@example.com',
      'x ann@example.com',
      'Ann <ann@example.com',
      'ann\u0001@example.com',
      'ann\u200b@example.com',
      'ann@example.com/a.bc',
      'ann@example.com#a.bc',
      'ann@ex%61mple.com',
      'ann@localhost',
      'ann@127.11',
    ]) {
      const reply = await server.client().form(path, { email: list, language: 'en' })
      expect(reply.status, list).toBe(422)
    }
  }
  await server.settled()
  expect(await server.app.services.mailbox.list(50)).toEqual([])
})

test('sets a new password by two posts and signs in', async () => {
  const server = await createTestServer()
  await server.person({ email, password })
  const browser = server.client()
  await browser.form('/form/reset-password', { email, language: 'en' })
  const reply = await browser.form('/form/reset-password', {
    step: 'finish',
    email,
    code: await server.codeFor(email),
    password: 'eight louder otters',
    language: 'en',
    next: '/pricing',
  })
  expect([reply.status, reply.headers.get('location')]).toEqual([303, '/pricing'])
  expect((await browser.call(accountInfo, {})).error).toBeUndefined()
  const login = await browser.call(passwordLogin, { email, password: 'eight louder otters' })
  expect(login.error).toBeUndefined()
})

test.each([
  ['banned', 'en', '<a href="/banned">Why, and how to appeal</a>'],
  ['banned', 'ja', '<a href="/ja/banned">'],
  ['frozen', 'en', '<a href="mailto:help@example.com">Contact support</a>'],
  ['limited', 'en', '<a href="mailto:help@example.com">Contact support</a>'],
] as const)('says where to ask for an account that is %s, in %s', async (state, language, link) => {
  const server = await createTestServer({ settings: { APPEAL_URL: 'mailto:help@example.com' } })
  await server.person({ email, password })
  await server.database.query.updateTable('accounts').set({ state }).execute()
  const browser = server.client()
  const wrong = await browser.form('/form/login', { account: email, password: 'x', language })
  expect(await wrong.text()).not.toContain(link)
  const refused = await browser.form('/form/login', { account: email, password, language })
  expect(await refused.text()).toContain(link)
  await browser.form('/form/reset-password', { email, language })
  const code = await server.codeFor(email)
  const reset = { step: 'finish', email, code, password: 'eight louder otters', language }
  expect(await (await browser.form('/form/reset-password', reset)).text()).toContain(link)
})

test('shows field errors and keeps the input except passwords', async () => {
  const server = await createTestServer()
  await server.person({ email, password })
  const browser = server.client()
  const typed = 'secret "words" <b>'
  const wrong = await browser.form('/form/login', {
    account: `${email}"><script>`,
    password: typed,
    language: 'en',
  })
  expect(wrong.status).toBe(422)
  const page = await wrong.text()
  expect(page).toContain('role="alert"')
  expect(page).toContain('value="ann@example.com&quot;&gt;&lt;script&gt;"')
  // The only one is that of the theme.
  expect(page.split('<script>')).toHaveLength(2)
  expect(page).not.toContain('secret')
  expect(wrong.headers.get('content-security-policy')).toContain("default-src 'none'")

  await browser.form('/form/reset-password', { email, language: 'en' })
  const code = await server.codeFor(email)
  const finish = { step: 'finish', email, code, language: 'en' }
  const weak = await browser.form('/form/reset-password', { ...finish, password: 'password1' })
  const kept = await weak.text()
  expect(kept).toContain(`value="${code}"`)
  expect(kept).not.toContain('password1')
})

test.each([
  ['/form/login', {}, 'mail address, mobile number or username'],
  ['/form/login', { account: email }, 'Enter your password'],
  ['/form/login', { account: 'no@address', password: 'x' }, 'Enter an e-mail address'],
  ['/form/login', { account: 'no@address.example', password: 'x' }, 'incorrect'],
  ['/form/sign-up', { email: 'nothing' }, 'Enter an e-mail address'],
  ['/form/sign-up', { step: 'finish', email, password, code: 'abc' }, 'Enter the 6 digits'],
  [
    '/form/sign-up',
    { step: 'finish', email, password, code: '123456' },
    'no longer works, or is for something else',
  ],
  ['/form/reset-password', { step: 'finish', email, password: 'x', code: '123456' }, 'Choose a'],
])('explains at %s with %j', async (path, fields, words) => {
  const server = await createTestServer()
  const reply = await server.client().form(path, { ...fields, language: 'en' })
  expect(reply.status).toBe(422)
  expect(await reply.text()).toContain(words)
})

test.each([
  ['/form/login', {}, ['account', 'password']],
  ['/form/sign-up', { step: 'finish', email, code: '12', password: 'short' }, ['code', 'password']],
  ['/form/reset-password', { step: 'finish', email, password: '' }, ['code', 'password']],
])('shows all field errors at once at %s with %j', async (path, fields, names) => {
  const server = await createTestServer()
  const reply = await server.client().form(path, { ...fields, language: 'en' })
  expect(reply.status).toBe(422)
  const page = await reply.text()
  const wrong = [...page.matchAll(/<input id="(\w+)"[^>]*aria-invalid="true"/g)]
  expect(wrong.map(([, name]) => name)).toEqual(names)
  const told = [...page.matchAll(/id="(\w+)-error" role="alert">[^<]+</g)]
  expect(told.map(([, name]) => name)).toEqual(names)
})

test('uses the language of the form', async () => {
  const server = await createTestServer()
  for (const [language, words] of [
    ['ja', 'サインイン'],
    ['zh', '登录'],
  ] as const) {
    const page = await (await server.client().form('/form/login', { language })).text()
    expect(page).toContain(`<html lang="${language}">`)
    expect(page).toContain(words)
  }
})

test.each([
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:4322', 'sec-fetch-site': 'same-site' },
])('rejects a form from %j', async (headers) => {
  const server = await createTestServer()
  await server.person({ email, password })
  for (const { path } of formEndpoints) {
    const reply = await server.client().form(path, { account: email, password, email }, headers)
    expect(reply.status).toBe(403)
    expect(reply.headers.getSetCookie()).toEqual([])
  }
})

test('accepts a form of a registered embedding page', async () => {
  const server = await createTestServer()
  await server.person({ email, password })
  const headers = { origin: 'http://localhost:4322', 'sec-fetch-site': 'same-site' }
  const fields = { account: email, password, aid: '1002', next: 'http://localhost:4322/in' }
  const reply = await server.client().form('/form/login', fields, headers)
  expect(ledTo(reply)).toBe('http://localhost:4322/in')
})

test('limits codes to a tenth, because forms have no captcha', async () => {
  const server = await createTestServer({ settings: { CODES_PER_ADDRESS_HOUR: '20' } })
  const status: number[] = []
  for (let sent = 0; sent < 3; sent++) {
    const fields = { email: `person${sent}@example.com`, language: 'en' }
    status.push((await server.client().form('/form/sign-up', fields)).status)
  }
  expect(status).toEqual([200, 200, 422])
})

test('sends codes to ten people of an office in an hour, and one more to a known browser', async () => {
  const { CODES_PER_ADDRESS_HOUR } = readConfig({})
  const settings = { CODES_PER_ADDRESS_HOUR: String(CODES_PER_ADDRESS_HOUR) }
  const server = await createTestServer({ settings })
  const person = await server.person({ email, password })
  server.clock.passSeconds(61)
  const status: number[] = []
  for (let sent = 0; sent < 11; sent++) {
    const fields = { email: `person${sent}@example.com`, language: 'en' }
    status.push((await server.client().form('/form/sign-up', fields)).status)
  }
  expect(status).toEqual([...Array<number>(10).fill(200), 422])
  const { client } = person
  client.cookies.set('s_v_web_id', client.webId)
  const reply = await client.form('/form/reset-password', { email, language: 'en' })
  expect(reply.status).toBe(200)
  const code = await server.codeFor(email)
  const fields = { step: 'finish', email, code, password: 'calm river 42', language: 'en' }
  expect((await client.form('/form/reset-password', fields)).status).toBe(303)
})

test('limits the posts of one network', async () => {
  const server = await createTestServer({ settings: { FORM_POSTS_PER_ADDRESS_HOUR: '3' } })
  const client = server.client()
  for (let post = 0; post < 3; post++) await client.form('/form/login', { account: email })
  const reply = await client.form('/form/login', { account: email, language: 'en' })
  expect(await reply.text()).toContain('a bit too often')
})

test('rejects passwords once a captcha is required', async () => {
  const server = await createTestServer()
  await server.person({ email, password })
  const client = server.client()
  const fields = { account: email, password: 'wrong', language: 'en' }
  for (let guess = 0; guess < 3; guess++) await client.form('/form/login', fields)
  const page = await (await client.form('/form/login', { ...fields, password })).text()
  expect(page).toContain('Turn JavaScript on')
})

test('serves the stylesheet of its pages', async () => {
  const server = await createTestServer()
  const reply = await server.fetch(new Request(`${ORIGIN}/form/style.css`))
  expect(reply.headers.get('content-type')).toContain('text/css')
})
