import { expect, test } from 'vitest'
import { formEndpoints } from '#protocol/index.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

const addresses = [
  ['web_login', '/passport/web/web_login?aid=9999', 16],
  ['web_login', '/passport/web/web_login?aid=1001&platform_app_id=101&next=%00', 8002],
  ['host_sign_in', '/passport/web/host/sign_in?aid=9999', 16],
  ['sso_callback', '/passport/sso/login/callback?aid=1001&next=%00', 8002],
  ['login_success', '/passport/mobile/login_success?aid=abc', 16],
] as const

test.each(addresses)(
  'shows a page in the person’s language if %s rejects %s',
  async (_, path, code) => {
    const server = await createTestServer()
    const headers = { 'sec-fetch-mode': 'navigate', 'accept-language': 'ja,en;q=0.5' }
    const reply = await server.client().send(new Request(`${ORIGIN}${path}`, { headers }))
    expect(reply.status).toBe(400)
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const page = await reply.text()
    expect(page).toContain('<html lang="ja">')
    expect(page).toContain('<h1>このリンクは使えません</h1>')
    expect(page).toMatch(/role="alert">[^<]+</)

    const called = await server.client().send(new Request(`${ORIGIN}${path}`))
    expect(await called.json()).toMatchObject({ data: { error_code: code } })
  },
)

test('the address of a form leads whoever opens it to a page, and others are not there', async () => {
  const server = await createTestServer()
  const paths = [...formEndpoints.map(({ path }) => path), '/form/nothing']
  for (const path of paths) {
    const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }
    const reply = await server.fetch(new Request(ORIGIN + path, { headers }))
    const isPage = /^text\/(?:html|plain)/.test(reply.headers.get('content-type') ?? '')
    expect(reply.status === 302 || isPage, path).toBe(true)
    expect(reply.status, path).toSatisfy((status) => status !== 404 || path === '/form/nothing')
  }
})
