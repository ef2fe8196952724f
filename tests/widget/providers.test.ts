import { beforeEach, expect, test, vi } from 'vitest'
import { createProvidersFlow } from '../../widget/src/ui/flows/providers.ts'
import { createTestServer, ORIGIN, type TestServer } from '../support/test-server.ts'
import { openInstance } from './instance.ts'

// Enough to be offered; no request is sent there.
const settings = {
  GITHUB_CLIENT_ID: 'id',
  GITHUB_CLIENT_SECRET: 'secret',
  VERCEL_CLIENT_ID: 'id',
  VERCEL_CLIENT_SECRET: 'secret',
}

const page = `${ORIGIN}/orders?page=2`

beforeEach(() => {
  vi.stubGlobal('location', new URL(page))
  vi.stubGlobal('self', new URL(page))
  vi.stubGlobal('document', { baseURI: page })
})

const start = (): Promise<TestServer> => createTestServer({ settings })

test('offers providers that both page and server enable, in a fixed order', async () => {
  const { instance } = openInstance(await start(), {
    attributes: { providers: 'vercel google github' },
  })
  const { offered } = await createProvidersFlow(instance)
  expect(offered.map(({ name, title }) => [name, title])).toEqual([
    ['github', 'GitHub'],
    ['vercel', 'Vercel'],
  ])
})

test('offers no providers if the server has none', async () => {
  const { instance } = openInstance(await createTestServer(), {
    attributes: { providers: 'github' },
  })
  expect((await createProvidersFlow(instance)).offered).toEqual([])
})

test('returns to the page’s return URL, or to the page itself', async () => {
  const server = await start()
  for (const [attributes, next, flag] of [
    [{ providers: 'github', next: '/done' }, `${ORIGIN}/done`, '1'],
    [{ providers: 'github' }, page, '1'],
    [{ providers: 'github', pages: '', next: '/done' }, '/done', '0'],
  ] as const) {
    const { instance } = openInstance(server, { attributes })
    const [choice] = (await createProvidersFlow(instance)).offered
    const url = new URL(choice?.href ?? '', ORIGIN)
    expect(url.pathname).toBe('/passport/web/web_login/')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      action: 'login',
      aid: '1001',
      language: 'en',
      platform_app_id: '101',
      platform: 'github',
      next,
      is_local_host: flag,
    })
  }
})

test('follows the link if the browser blocks the popup', async () => {
  const { instance } = openInstance(await start(), { attributes: { providers: 'github' } })
  const flow = await createProvidersFlow(instance)
  const [choice] = flow.offered
  if (choice === undefined) throw new Error('nothing is offered')
  const opened: string[] = []
  vi.stubGlobal('window', {
    open: (address: string) => {
      opened.push(address)
      return null
    },
  })
  expect(flow.open(choice)).toBe(false)
  expect(opened).toEqual([`${choice.href}&opener_origin=${encodeURIComponent(ORIGIN)}`])
})

test('checks the session again if the reply is lost after the popup closed', async () => {
  let requests = 0
  const { instance, events } = openInstance(await start(), {
    attributes: { providers: 'github' },
    wrap: (send) => async (input, init) => {
      if (!String(input instanceof Request ? input.url : input).includes('/account/info'))
        return await send(input, init)
      requests += 1
      if (requests === 1) throw new TypeError('Failed to fetch')
      return await send(input, init)
    },
  })
  const flow = await createProvidersFlow(instance)
  const [choice] = flow.offered
  if (choice === undefined) throw new Error('nothing is offered')
  vi.stubGlobal('window', { open: () => ({ closed: true }) })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  expect(flow.open(choice)).toBe(true)
  await vi.waitFor(() => expect(requests).toBe(2), 20_000)
  expect(events).toEqual([])
})
