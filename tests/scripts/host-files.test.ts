import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headerRules, type HeaderRule, type Headers } from '../../scripts/static/header-rules.ts'
import { hostFiles, serverFiles } from '../../scripts/static/host-files.ts'
import { placePage, placeSite } from '../../scripts/static/place-site.ts'
import { readRules } from '../e2e/support/placed-host.ts'
import { createTestServer, ORIGIN } from '../support/test-server.ts'

const ACCOUNT = 'https://account.example.com'
const rules = headerRules({ isHttps: true, account: ACCOUNT })
const files = hostFiles(ACCOUNT)

const plainPages = ['/', '/ja', '/pricing', '/blog/2', '/ja/blog/a-post', '/account-setting']
const searchPages = ['/search', '/ja/search']
const returnPages = ['/github-oauth-callback', '/ja/third-party-oauth-callback/oidc']
const entryPages = ['/login', '/ja/sign-up', '/reset-password']
const pages = [...plainPages, ...searchPages, ...returnPages, ...entryPages]
const assets = [
  '/_astro/base.Xy98Zw76.css',
  '/assets/app-Ab12Cd34.js',
  '/pagefind/fragment/en_1750855.pf_fragment',
]
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'passport-static-'))
  const html = '<!doctype html><html lang="en"><head><meta charset="utf-8"></head></html>'
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  for (const page of pages) write(`site${page === '/' ? '/index' : page}.html`, html)
  for (const page of ['404', 'ja/404']) write(`site/${page}.html`, html)
  for (const asset of assets) write(`site${asset}`, 'a file')
  write('element/passport-login.js', 'const root = "__PASSPORT_SEAL_ROOT__"')
  write('element/passport-login.lite.js', 'const root = "__PASSPORT_SEAL_ROOT__"')
  write('element/passport-enterprise.js', 'const root = "__PASSPORT_SEAL_ROOT__"')
  write('element/passport-account.js', 'const root = "__PASSPORT_SEAL_ROOT__"')
  write('element/passport-login.css', 'a{}')
  write('site/index.html.br', 'of another page')
})

afterAll(() => rmSync(folder, { recursive: true }))

test('lists the headers of our own server for static hosts', async () => {
  const server = await createTestServer({ settings: { DIST_DIR: folder } })
  const own = headerRules({ isHttps: false })
  for (const address of [...pages, ...assets]) {
    const { headers } = await server.fetch(new Request(ORIGIN + address))
    // Only our server can check the opener of a sign-in page. Files do not need the headers of pages.
    const left = entryPages.includes(address) ? ['cross-origin-opener-policy'] : []
    const expected = Object.entries(headersAt(own, address)).filter(
      ([name]) => !left.includes(name) && (pages.includes(address) || headers.has(name)),
    )
    expect(expected.length, address).toBeGreaterThan(3)
    expect(expected.map(([name]) => [name, headers.get(name)])).toEqual(expected)
  }
})

test('does not isolate sign-in pages from the page that opened them', () => {
  const valueAt = (address: string): string | undefined =>
    headersAt(rules, address)['cross-origin-opener-policy']
  for (const address of [...entryPages, ...returnPages])
    expect(valueAt(address)).toBe('unsafe-none')
  for (const address of [...plainPages, ...searchPages]) {
    expect(valueAt(address)).toBe('same-origin-allow-popups')
  }
})

test('allows pages to call the account server and no other host', () => {
  const policy = headersAt(rules, '/login')['content-security-policy']
  expect(policy).toContain(`connect-src 'self' ${ACCOUNT};`)
  expect(policy).toContain(`script-src 'self' ${ACCOUNT};`)
  expect(policy).toContain(`form-action 'self' ${ACCOUNT};`)
  expect(policy).toContain(`img-src 'self' ${ACCOUNT} data:;`)
  expect(policy?.match(/https:/g)).toHaveLength(4)
  expect(policy).not.toContain('unsafe')
  expect(headersAt(rules, '/search')['content-security-policy']).toContain("'wasm-unsafe-eval'")
})

test('allows pages to load the captcha from its backup hosts', async () => {
  const captcha = ['https://captcha.example', 'https://backup.example']
  const directives = [
    `script-src 'self' ${ACCOUNT} ${captcha.join(' ')};`,
    `connect-src 'self' ${ACCOUNT} ${captcha.join(' ')};`,
  ]
  const placed = placePage('<html lang="en"><meta charset="utf-8">', '/login', ACCOUNT, captcha)
  const nginx = serverFiles(ACCOUNT, captcha)['nginx.conf']
  const vercel = hostFiles(ACCOUNT, captcha)['vercel.json']
  for (const directive of directives) {
    for (const place of [placed, nginx, vercel]) expect(place).toContain(directive)
  }
  const server = await createTestServer({
    settings: {
      DIST_DIR: folder,
      CAPTCHA_ORIGINS_SG: `${ORIGIN},${captcha[0] ?? ''}`,
      CAPTCHA_ORIGINS_VA: captcha.join(),
    },
  })
  const { headers } = await server.fetch(new Request(`${ORIGIN}/login`))
  const own = headers.get('content-security-policy')
  for (const name of ['script-src', 'connect-src']) {
    expect(own).toContain(`${name} 'self' ${captcha.join(' ')};`)
  }
})

describe('_headers', () => {
  const read = readRules(files['_headers'] ?? '')
  const valuesAt = (address: string, name: string): string[] =>
    read
      .filter(({ pattern }) => pattern.test(address))
      .flatMap(({ headers }) => headers.flatMap(([is, value]) => (is === name ? [value] : [])))

  test('says nothing twice that cannot be joined, since some hosts join', () => {
    for (const address of [...pages, ...assets]) {
      for (const name of Object.keys(headersAt(rules, address))) {
        if (name === 'cross-origin-opener-policy') continue
        expect(valuesAt(address, name).length, `${address} ${name}`).toBeLessThanOrEqual(1)
      }
    }
    expect(valuesAt('/login', 'cross-origin-opener-policy').at(-1)).toBe('unsafe-none')
    expect(valuesAt('/', 'content-security-policy')).toEqual(["frame-ancestors 'none'"])
    expect(valuesAt('/_astro/base.Xy98Zw76.css', 'cache-control')[0]).toContain('immutable')
  })

  test('is as short as hosts want it', () => {
    expect(read.length).toBeLessThan(100)
    for (const line of (files['_headers'] ?? '').split('\n')) expect(line.length).toBeLessThan(2000)
  })
})

interface Sourced {
  headers: { source: string; headers: { key: string; value: string }[] }[]
}

test.each([
  ['vercel.json', (source: string) => source.replace(/:\w+/, '[^/]+')],
  [
    'firebase.json',
    (source: string) =>
      source
        .replace('**', '.+')
        .replace(/(?<=\/)\*$/, '[^/]+')
        .replace('/.+', '/.*'),
  ],
] as const)('has the same rules in %s', (name, toPattern) => {
  const { hosting, ...top } = JSON.parse(files[name] ?? '') as Sourced & { hosting?: Sourced }
  const { headers } = hosting ?? top
  for (const address of [...pages, ...assets]) {
    const got = headers
      .filter(({ source }) => new RegExp(`^${toPattern(source)}$`).test(address))
      .flatMap((rule) => rule.headers.map(({ key, value }) => [key, value] as const))
    expect(Object.fromEntries(got), address).toEqual(headersAt(rules, address))
  }
})

test('says the same in staticwebapp.config.json', () => {
  const { globalHeaders, routes } = JSON.parse(files['staticwebapp.config.json'] ?? '') as {
    globalHeaders: Record<string, string>
    routes: { route: string; headers: Record<string, string> }[]
  }
  for (const address of [...pages, ...assets]) {
    const first = routes.find(({ route }) =>
      new RegExp(`^${route.replace('*', '.*')}$`).test(address),
    )
    expect({ ...globalHeaders, ...first?.headers }, address).toEqual(headersAt(rules, address))
  }
})

test.each(['nginx.conf', 'Caddyfile'])('has every value in %s', (name) => {
  const text = serverFiles(ACCOUNT)[name]
  for (const { headers } of rules) {
    for (const [header, value] of Object.entries(headers)) {
      expect(text).toContain(header)
      expect(text).toContain(`"${value}"`)
    }
  }
})

test('caches errors shorter than the files that are missing', () => {
  const { 'nginx.conf': nginx = '', Caddyfile: caddy = '' } = serverFiles(ACCOUNT)
  const [, variable = ''] = /add_header cache-control (\$\w+) always;/.exec(nginx) ?? []
  const [, cases = ''] = new RegExp(`map \\$status \\${variable} {([^}]+)}`).exec(nginx) ?? []
  const lines = [...cases.matchAll(/^ +(\S+) (.+);$/gm)].map(([, key = '', value = '']) => ({
    isFor: (status: number) => key === 'default' || new RegExp(key.slice(1)).test(String(status)),
    value,
  }))
  const valueOf = (status: number): string | undefined =>
    lines.find(({ isFor }) => isFor(status))?.value
  for (const status of [200, 206, 304]) expect(valueOf(status)).toMatch(/^\$/)
  for (const status of [301, 403, 404, 500]) expect(valueOf(status)).toBe('"no-store"')
  expect(caddy.slice(caddy.indexOf('handle_errors'))).toContain('header cache-control no-store')
  const { hosting } = JSON.parse(files['firebase.json'] ?? '') as { hosting: Sourced }
  expect(hosting.headers.at(-1)).toEqual({
    source: '404.html',
    headers: [{ key: 'cache-control', value: 'no-store' }],
  })
})

test('sends feeds, sitemaps and errors with the content types of our own server', () => {
  const { 'nginx.conf': nginx = '', Caddyfile: caddy = '' } = serverFiles(ACCOUNT)
  // The table of nginx has other types for these endings.
  for (const [location, type] of [
    [String.raw`~ /feed\.json$`, 'application/feed+json'],
    [String.raw`~ /rss\.xml$`, 'application/rss+xml'],
    [String.raw`~ \.xml$`, 'application/xml'],
    ['@none', 'text/plain'],
  ] as const) {
    expect(nginx).toContain(`location ${location} {\n    types {}\n    default_type ${type};`)
  }
  // In nginx the first match counts, in Caddy the last.
  expect(nginx.indexOf('/rss\\.xml')).toBeLessThan(nginx.indexOf('~ \\.xml'))
  expect(caddy.indexOf('header @xml')).toBeLessThan(caddy.indexOf('header @rss'))
})

test('writes the account server into pages and their content security policy', () => {
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"></head><form method="post" action="/form/login"></form><form action="/search"></form><passport-login aid="1001" server="" view="login"></passport-login></html>'
  const placed = placePage(html, '/login', ACCOUNT)
  expect(placed).toContain(`<html data-account="${ACCOUNT}" lang="en">`)
  expect(placed).toContain(`action="${ACCOUNT}/form/login"`)
  expect(placed).toContain('action="/search"')
  expect(placed).toContain(`<passport-login aid="1001" server="${ACCOUNT}" telemetry=""`)
  expect(placed).toMatch(/<meta charset="utf-8"><meta http-equiv="content-security-policy"/)
  expect(placed).not.toContain('frame-ancestors')
  expect(() => placePage('<html lang="en">', '/', ACCOUNT)).toThrow('has no place for its policy')
})

test('refuses an invalid key for the element', async () => {
  const [site, element] = [path.join(folder, 'site'), path.join(folder, 'element')]
  const placing = { site, element, to: path.join(folder, 'none'), account: ACCOUNT }
  await expect(placeSite({ ...placing, sealRoot: '"+alert(1)+"' })).rejects.toThrow('root key')
})

test('builds a folder with the site and the element, compressed again', async () => {
  const to = path.join(folder, 'static')
  const [site, element] = [path.join(folder, 'site'), path.join(folder, 'element')]
  writeFileSync(path.join(element, 'manifest.json'), '{}')
  await placeSite({ site, element, to, account: ACCOUNT, sealRoot: 'the-public-half' })
  const names = readdirSync(path.join(to, 'public'))
  expect(names).toEqual(expect.arrayContaining(['index.html', 'passport-login.js', '404.html']))
  expect(names).toEqual(expect.arrayContaining(Object.keys(files)))
  expect(names).not.toContain('manifest.json')
  expect(readdirSync(to).toSorted()).toEqual(['Caddyfile', 'nginx.conf', 'public'])
  const read = (name: string): string => readFileSync(path.join(to, 'public', name), 'utf8')
  expect(read('passport-login.js')).toContain('the-public-half')
  expect(read('passport-enterprise.js')).toContain('the-public-half')
  expect(read('index.html')).toContain(ACCOUNT)
  const small = readFileSync(path.join(to, 'public', 'index.html.br'))
  expect(brotliDecompressSync(small).toString()).toBe(read('index.html'))
  expect(read('ja/404.html')).toContain(ACCOUNT)
})

/** Returns the headers of a path by these rules. */
function headersAt(all: readonly HeaderRule[], address: string): Headers {
  return Object.assign(
    {},
    ...all
      .filter(({ paths }) => paths.some((pattern) => patternOf(pattern).test(address)))
      .map(({ headers }) => headers),
  ) as Headers
}

function patternOf(address: string): RegExp {
  const body = address
    .replaceAll('.', String.raw`\.`)
    .replace(/\*$/, '.*')
    .replace(/:type/, '[^/]+')
  return new RegExp(`^${body}$`)
}
