import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

let dist = ''

beforeEach(() => {
  dist = mkdtempSync(path.join(tmpdir(), 'passport-dist-'))
  const files = {
    'element/passport-login.js': 'const root = "__PASSPORT_SEAL_ROOT__"',
    'element/assets/app-Ab12Cd34.js': 'export {}',
    'element/openapi.json': '{}',
    'element/admin/openapi.json': '{}',
    'element/0.1.0/assets/app-Ab12Cd34.js': 'export {}',
    'site/index.html': '<h1>home</h1>',
    'site/login.html': '<h1>login</h1>',
    'site/ja/login.html': '<h1>ja login</h1>',
    'site/ja/sign-up.html': '<h1>ja sign-up</h1>',
    'site/blog/2.html': '<h1>page 2</h1>',
    'site/ja/index.html': '<h1>ja</h1>',
    'site/404.html': '<h1>nothing here</h1>',
    'site/ja/404.html': '<h1>なし</h1>',
    'site/feed.xml': '<feed/>',
    'site/blog/rss.xml': '<rss/>',
    'site/blog/feed.json': '{}',
    'site/_astro/style.Xy98Zw76.css': 'a{}',
  }
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(dist, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const script = path.join(dist, 'element/assets/app-Ab12Cd34.js')
  writeFileSync(`${script}.br`, brotliCompressSync('export {}'))
})

afterEach(() => {
  rmSync(dist, { recursive: true, force: true })
})

test.each([
  ['/', 'home'],
  ['/login', 'login'],
  ['/blog/2', 'page 2'],
  ['/ja', 'ja'],
  ['/login?next=%2Fblog', 'login'],
])('serves the page %s', async (address, words) => {
  const server = await serve()
  const reply = await get(server, address)
  expect(reply.status).toBe(200)
  expect(await reply.text()).toBe(`<h1>${words}</h1>`)
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
})

test('lets any origin read the OpenAPI documents, of the admin API only where that is on', async () => {
  const reply = await get(await serve(), '/openapi.json')
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(reply.headers.get('access-control-allow-origin')).toBe('*')
  expect((await get(await serve(), '/admin/openapi.json')).status).toBe(404)
  const server = await createTestServer({ settings: { DIST_DIR: dist, ADMIN_API: 'on' } })
  expect((await get(server, '/admin/openapi.json')).status).toBe(200)
})

test.each([
  ['/login/', '/login'],
  ['/login.html', '/login'],
  ['/index.html', '/'],
  ['/ja/index', '/ja'],
  ['/login/?a=1', '/login?a=1'],
  ['/login/?next=/blog?a=1', '/login?next=/blog?a=1'],
  ['//evil.example/', '/evil.example'],
])('redirects %s to its canonical URL', async (from, to) => {
  const server = await serve()
  const reply = await get(server, from)
  expect(reply.status).toBe(308)
  expect(reply.headers.get('location')).toBe(to)
})

test('does not redirect to another host by a backslash', async () => {
  const port = await (await serve()).app.listen('127.0.0.1', 0)
  // A Request would turn it into a slash, as browsers do with the answer.
  const call = request({ port, path: '/\\evil.example/' }).end()
  const [reply] = (await once(call, 'response')) as [IncomingMessage]
  reply.resume()
  expect(reply.headers.location).toBe('/evil.example')
})

test('sends pages with a strict content security policy', async () => {
  const { headers } = await get(await serve(), '/')
  const policy = headers.get('content-security-policy')
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(policy).not.toContain('upgrade-insecure-requests')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.has('strict-transport-security')).toBe(false)
})

test('lets only registered origins keep a reference to a sign-in page they opened', async () => {
  const server = await serve()
  const policyOf = async (address: string): Promise<string | null> =>
    (await get(server, address)).headers.get('cross-origin-opener-policy')
  const toLogin = (opener: string): string => {
    const next = `/passport/web/host/sign_in/?${new URLSearchParams({ opener_origin: opener })}`
    return `/login?${new URLSearchParams({ next })}`
  }
  expect(await policyOf(toLogin('http://localhost:4322'))).toBe('unsafe-none')
  for (const address of [
    toLogin('https://evil.example'),
    '/login?opener_origin=http://localhost:4322',
    toLogin('http://localhost:4322').replace('/login', '/blog/2'),
  ]) {
    expect(await policyOf(address), address).toBe('same-origin-allow-popups')
  }
})

test.each([
  ['/login?next=/blog&prompt=login', '/ja/login', '/ja/login?next=%2Fblog&prompt=login'],
  ['/login?error=8114', '/ja/login', '/ja/login?error=8114'],
  ['/ja/login?next=/blog&error=8114', '/ja/sign-up', '/ja/sign-up?next=%2Fblog'],
  ['/login?next=https://evil.example/', '/ja/sign-up', '/ja/sign-up?next=%2F'],
  ['/login?next=/blog', '/ja/login?next=/pricing', null],
  ['/login?next=/blog', '/login', null],
  ['/login?next=/blog', '/ja', null],
  ['/blog/2?next=/blog', '/login', null],
  ['https://evil.example/login?next=/blog', '/ja/login', null],
])('keeps the thread from %s to %s without scripts', async (from, to, location) => {
  const referer = new URL(from, ORIGIN).href
  const reply = await get(await serve(), to, { referer })
  expect(reply.status).toBe(location === null ? 200 : 302)
  expect(reply.headers.get('location')).toBe(location)
})

test('lets any page load scripts and styles, cached forever where the name holds a hash', async () => {
  const server = await serve()
  for (const address of [
    '/assets/app-Ab12Cd34.js',
    '/0.1.0/assets/app-Ab12Cd34.js',
    '/_astro/style.Xy98Zw76.css',
  ]) {
    const { headers } = await get(server, address)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('cache-control')).toContain('immutable')
  }
  expect((await get(server, '/feed.xml')).headers.get('cache-control')).toBe('public, no-cache')
})

test('lets a prefetched page be opened without another request', async () => {
  const server = await serve()
  const cacheOf = async (address: string, headers: Record<string, string>) =>
    (await get(server, address, headers)).headers.get('cache-control')
  expect(await cacheOf('/blog/2', { 'sec-purpose': 'prefetch' })).toBe('private, max-age=60')
  expect(await cacheOf('/blog/2', {})).toBe('public, no-cache')
  expect(await cacheOf('/_astro/style.Xy98Zw76.css', { 'sec-purpose': 'prefetch' })).toContain(
    'immutable',
  )
})

test('sends the compressed copy of a file, and 304 when the browser has it', async () => {
  const server = await serve()
  const small = await get(server, '/assets/app-Ab12Cd34.js', { 'accept-encoding': 'gzip, br' })
  expect(small.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(await small.arrayBuffer()).toString()).toBe('export {}')
  const tag = small.headers.get('etag') ?? ''
  const again = await get(server, '/assets/app-Ab12Cd34.js', {
    'accept-encoding': 'gzip, br',
    'if-none-match': tag,
  })
  expect(again.status).toBe(304)
})

test('answers 304 by the date of a file, unless an entity tag says otherwise', async () => {
  const server = await serve()
  const statusOf = async (headers: Record<string, string>): Promise<number> =>
    (await get(server, '/feed.xml', headers)).status
  const { headers } = await get(server, '/feed.xml')
  const since = headers.get('last-modified') ?? ''
  expect(new Date(since).toUTCString()).toBe(since)
  expect(await statusOf({ 'if-modified-since': since })).toBe(304)
  expect(await statusOf({ 'if-modified-since': new Date().toUTCString() })).toBe(304)
  const before = new Date(Date.parse(since) - 1000).toUTCString()
  expect(await statusOf({ 'if-modified-since': before })).toBe(200)
  expect(await statusOf({ 'if-modified-since': 'of late' })).toBe(200)
  expect(await statusOf({ 'if-modified-since': since, 'if-none-match': '"other"' })).toBe(200)
  const tag = headers.get('etag') ?? ''
  expect(await statusOf({ 'if-modified-since': before, 'if-none-match': tag })).toBe(304)
})

test.each([
  ['gzip, br', 'br'],
  ['br;q=0.1, gzip;q=1', 'gzip'],
  ['br;q=0.5, gzip;q=0.5', 'br'],
  ['gzip;q=0.2, br;q=0', 'gzip'],
  ['br;q=0.0, gzip;Q=0', null],
  ['br;q=0.1.2', 'br'],
])('chooses the preferred encoding of %j', async (accepted, encoding) => {
  writeFileSync(path.join(dist, 'site/feed.xml.br'), brotliCompressSync('<feed/>'))
  writeFileSync(path.join(dist, 'site/feed.xml.gz'), gzipSync('<feed/>'))
  const reply = await get(await serve(), '/feed.xml', { 'accept-encoding': accepted })
  expect(reply.headers.get('content-encoding')).toBe(encoding)
})

test('serves loader data for pages that exist', async () => {
  mkdirSync(path.join(dist, 'site/loader'))
  writeFileSync(path.join(dist, 'site/loader/root.json'), '{}')
  const server = await serve()
  const query = '?__loader=root&__ssrDirect=true'
  expect(await (await get(server, `/login${query}`)).text()).toBe('{}')
  expect((await get(server, `/nowhere${query}`)).status).toBe(404)
})

test('gives each encoding of a file an entity tag of its own', async () => {
  const server = await serve()
  const ask = (encoding: string, tags = ''): Promise<Response> =>
    get(server, '/assets/app-Ab12Cd34.js', { 'accept-encoding': encoding, 'if-none-match': tags })
  const tagOf = async (encoding: string): Promise<string> =>
    (await ask(encoding)).headers.get('etag') ?? ''
  const [plain, compressed] = [await tagOf('br;q=0'), await tagOf('br')]
  expect(compressed).not.toBe(plain)
  for (const tags of [compressed, `"other", ${compressed}`, '*']) {
    expect((await ask('br', tags)).status, tags).toBe(304)
  }
  for (const tags of [plain, '"other"']) {
    expect((await ask('br', tags)).status, tags).toBe(200)
  }
})

test('answers 412 for a file that has changed (RFC 9110 §13.1)', async () => {
  const server = await serve()
  const first = await get(server, '/assets/app-Ab12Cd34.js')
  const etag = first.headers.get('etag') ?? ''
  for (const [header, value, status] of [
    ['if-match', etag, 200],
    ['if-match', `"x", ${etag}`, 200],
    ['if-match', '*', 200],
    ['if-match', '"x"', 412],
    ['if-unmodified-since', first.headers.get('last-modified') ?? '', 200],
    ['if-unmodified-since', 'Sat, 01 Jan 2000 00:00:00 GMT', 412],
    ['if-unmodified-since', 'yesterday', 200],
  ] as const) {
    const reply = await get(server, '/assets/app-Ab12Cd34.js', { [header]: value })
    expect(reply.status, `${header}: ${value}`).toBe(status)
    expect(reply.headers.get('cache-control') === 'no-store').toBe(status === 412)
  }
})

test.each([
  ['bytes=0-3', 206, 'expo', 'bytes 0-3/9'],
  ['bytes=7-', 206, '{}', 'bytes 7-8/9'],
  ['bytes=-2', 206, '{}', 'bytes 7-8/9'],
  ['bytes=4-100', 206, 'rt {}', 'bytes 4-8/9'],
  ['bytes=9-', 416, 'The file', 'bytes */9'],
  ['bytes=-0', 416, 'The file', 'bytes */9'],
  ['bytes=0-1,3-4', 200, 'export {}', null],
  ['bytes=3-1', 416, 'The file', 'bytes */9'],
  ['lines=1-2', 200, 'export {}', null],
])('answers a range of %s', async (range, status, text, span) => {
  const headers = { range, 'accept-encoding': 'br' }
  const reply = await get(await serve(), '/assets/app-Ab12Cd34.js', headers)
  expect(reply.status).toBe(status)
  expect(await reply.text()).toContain(text)
  expect(reply.headers.get('content-range')).toBe(span)
  expect(reply.headers.get('content-encoding')).toBeNull()
  expect(reply.headers.get('accept-ranges')).toBe('bytes')
})

test('resumes a download only while the file is the same', async () => {
  const server = await serve()
  const { headers } = await get(server, '/assets/app-Ab12Cd34.js')
  const from = (tag: string): Promise<Response> =>
    get(server, '/assets/app-Ab12Cd34.js', { range: 'bytes=7-', 'if-range': tag })
  expect((await from(headers.get('etag') ?? '')).status).toBe(206)
  expect((await from('"other"')).status).toBe(200)
})

test('sends feeds with their own content types', async () => {
  const server = await serve()
  const typeOf = async (address: string): Promise<string | null> =>
    (await get(server, address)).headers.get('content-type')
  expect(await typeOf('/blog/rss.xml')).toBe('application/rss+xml; charset=utf-8')
  expect(await typeOf('/blog/feed.json')).toBe('application/feed+json; charset=utf-8')
})

test('inserts the public root key into the element script', async () => {
  const server = await serve()
  const plain = await get(server, '/passport-login.js')
  expect(await plain.text()).toBe(`const root = "${server.app.sealRoot}"`)
  expect(plain.headers.get('cache-control')).toBe('public, no-cache')
  const small = await get(server, '/passport-login.js', { 'accept-encoding': 'br' })
  const text = brotliDecompressSync(await small.arrayBuffer()).toString()
  expect(text).toContain(server.app.sealRoot)
  const tag = plain.headers.get('etag') ?? ''
  const statusFor = async (tags: string): Promise<number> =>
    (await get(server, '/passport-login.js', { 'if-none-match': tags })).status
  const statuses = await Promise.all([`"other", ${tag}`, '*', '"other"'].map(statusFor))
  expect(statuses).toEqual([304, 304, 200])
})

test.each([
  ['/nowhere', {}, 'There is no page'],
  ['/ja/nowhere', {}, 'ページはありません'],
  ['/nowhere', { 'accept-language': 'ja,en;q=0.5' }, 'ページはありません'],
  ['/../../etc/passwd', {}, 'There is no page'],
  ['/%2e%2e/%2e%2e/etc/passwd', {}, 'There is no page'],
  ['/%E0%A4%A', {}, 'There is no page'],
])('answers %s with a plain 404', async (address, headers, words) => {
  const reply = await get(await serve(), address, headers)
  expect(reply.status).toBe(404)
  expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await reply.text()).toContain(words)
})

test.each([
  ['/nowhere', 'en', 'nothing here'],
  ['/ja/nowhere?a=1', 'ja', 'なし'],
  ['/404', 'en', 'nothing here'],
  ['/nowhere', 'zh', 'nothing here'],
])('shows browsers a page for %s in %s, with status 404', async (address, language, words) => {
  const accept = { accept: 'text/html,*/*;q=0.8', 'accept-language': language }
  const reply = await get(await serve(), address, accept)
  expect(reply.status).toBe(404)
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'self'")
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(await reply.text()).toBe(`<h1>${words}</h1>`)
})

test('answers 404 for a file that was deleted since the start', async () => {
  const server = await serve()
  rmSync(path.join(dist, 'site/blog/2.html'))
  expect((await get(server, '/blog/2')).status).toBe(404)
})

test('lists configured providers on the sign-in pages and the account page only', async () => {
  const page =
    '<html data-passport-providers="__PASSPORT_PROVIDERS__"><i title="__PASSPORT_OIDC_TITLE__"></i>'
  writeFileSync(path.join(dist, 'site/login.html'), page)
  writeFileSync(path.join(dist, 'site/account-setting.html'), page)
  writeFileSync(path.join(dist, 'site/index.html'), page)
  const id = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' }
  const oidc = {
    OIDC_ISSUER: 'https://id.acme.example',
    OIDC_CLIENT_ID: 'id',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_TITLE: 'Ann & "Bo"',
  }
  const textOf = async (settings: Record<string, string>, address: string): Promise<string> =>
    await (
      await get(await createTestServer({ settings: { DIST_DIR: dist, ...settings } }), address)
    ).text()
  expect(await textOf({ ...id, ...oidc }, '/login')).toBe(
    '<html data-passport-providers="github oidc"><i title="Ann &amp; &quot;Bo&quot;"></i>',
  )
  expect(await textOf({}, '/login')).toBe(
    '<html data-passport-providers=""><i title="Single sign-on"></i>',
  )
  expect(await textOf({}, '/account-setting')).toContain('data-passport-providers=""')
  expect(await textOf(id, '/')).toBe(page)
})

test('asks to run the build if it is missing, and still serves calls', async () => {
  const server = await createTestServer()
  const reply = await get(server, '/')
  expect(reply.status).toBe(503)
  expect(await reply.text()).toContain('npm run build')
  expect((await get(server, '/passport/web/account/info/v2?aid=1001')).status).toBe(200)
})

test('answers HEAD without a body, and names the allowed methods', async () => {
  const server = await serve()
  const head = await server.fetch(new Request(`${ORIGIN}/login`, { method: 'HEAD' }))
  expect(head.status).toBe(200)
  expect(await head.text()).toBe('')
  const post = await server.fetch(new Request(`${ORIGIN}/login`, { method: 'POST' }))
  expect(post.status).toBe(405)
  expect(post.headers.get('allow')).toBe('GET, HEAD')
  const nowhere = await server.fetch(new Request(`${ORIGIN}/nowhere`, { method: 'POST' }))
  expect(nowhere.status).toBe(404)
})

async function serve(): Promise<TestServer> {
  return await createTestServer({ settings: { DIST_DIR: dist } })
}

async function get(
  server: TestServer,
  address: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return await server.fetch(new Request(ORIGIN + address, { headers }))
}
