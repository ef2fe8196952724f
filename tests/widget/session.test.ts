import { beforeEach, expect, test } from 'vitest'
import {
  continueSession,
  endSession,
  findSession,
  requireKeptSession,
  resumeSession,
  type Arrival,
} from '../../widget/src/base/session.ts'
import type { Attributes } from '../../widget/src/base/settings.ts'
import { createTestServer, type TestServer } from '../support/test-server.ts'
import { openInstance, type TestInstance } from './instance.ts'
import { openSignedIn } from './signed-in.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})

const calm: Arrival = { isUntouched: () => true, hasFocus: () => false, mayLeave: () => true }

/** Somebody with a session comes to a page with these attributes. */
async function arrive(
  attributes: Attributes,
  arrival: Partial<Arrival> = {},
): Promise<TestInstance> {
  const opened = await openSignedIn(server, { attributes })
  await resumeSession(opened.instance, { ...calm, ...arrival })
  return opened
}

const viewOf = ({ instance }: TestInstance): string => instance.$view.get().name

test('fires that nobody is signed in, and keeps the form', async () => {
  const opened = openInstance(server)
  await resumeSession(opened.instance, calm)
  expect(opened.events).toEqual([{ name: 'passport-session', detail: { user: undefined } }])
  expect(viewOf(opened)).toBe('login')
})

test('continues to the return URL with a session', async () => {
  const opened = await arrive({ next: '/welcome' })
  expect(opened.events.map(({ name }) => name)).toEqual(['passport-session', 'passport-success'])
  expect(opened.events[1]?.detail).toMatchObject({ kind: 'session', next: '/welcome' })
  expect(opened.visited).toEqual(['/welcome'])
})

test.each<[string, Attributes, Partial<Arrival>]>([
  ['nowhere to go', {}, {}],
  ['the page asks for a choice', { next: '/welcome', prompt: 'login' }, {}],
  ['the page was left and came back', { next: '/welcome' }, { mayLeave: () => false }],
  ['the form waits in a dialog', { next: '/welcome', presentation: 'dialog' }, {}],
  ['the usual end of a page of our own', { next: '/account', pages: '' }, {}],
])('shows who is signed in: %s', async (_, attributes, arrival) => {
  const opened = await arrive(attributes, arrival)
  expect(opened.visited).toEqual([])
  expect(viewOf(opened)).toBe('session')
})

test.each([
  ['has a session', (send: typeof fetch, path: string) => send(path)],
  ['does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
])('asks the server that the page names meanwhile, where the former one %s', async (_, answer) => {
  const former = 'https://former.example'
  const other = openInstance(server)
  const { instance, events } = await openSignedIn(server, {
    wrap: (send) => async (input, init) => {
      const url = input instanceof Request ? input.url : input.toString()
      if (!url.startsWith(former)) return await other.browser.fetch(input, init)
      instance.configure({ ...instance.$settings.get(), server: '' }, instance.$messages.get())
      return await answer(send, url.slice(former.length))
    },
  })
  instance.configure({ ...instance.$settings.get(), server: former }, instance.$messages.get())
  await resumeSession(instance, calm)
  expect(events).toEqual([{ name: 'passport-session', detail: { user: undefined } }])
})

test('does not disturb people who type, or pages that handle the event', async () => {
  expect(viewOf(await arrive({ next: '/welcome' }, { isUntouched: () => false }))).toBe('login')
  const opened = openInstance(server, { attributes: { next: '/' }, prevents: 'passport-session' })
  const { person } = await openSignedIn(server)
  for (const [name, value] of person.client.cookies) opened.browser.cookies.set(name, value)
  await resumeSession(opened.instance, calm)
  expect(opened.events.map(({ name }) => name)).toEqual(['passport-session'])
  expect(viewOf(opened)).toBe('login')
})

test('continues as who is shown, and shows somebody else who has signed in meanwhile', async () => {
  const opened = await arrive({ next: '/welcome', prompt: 'login' })
  const shown = await findSession(opened.instance.client())
  if (shown === undefined) throw new Error('nobody is signed in')
  const other = await openSignedIn(server, { attributes: { next: '/welcome', prompt: 'login' } })
  await continueSession(other.instance, shown)
  expect([viewOf(other), other.visited]).toEqual(['session', []])
  await continueSession(opened.instance, shown)
  expect(opened.visited).toEqual(['/welcome'])
  await endSession(other.instance.client())
  await continueSession(other.instance, shown)
  expect(viewOf(other)).toBe('login')
})

test('finds and ends a session, also twice', async () => {
  const { instance } = await openSignedIn(server)
  const client = instance.client()
  expect(await findSession(client)).toMatchObject({ app_id: 1001 })
  await endSession(client)
  await endSession(client)
  expect(await findSession(client)).toBeUndefined()
})

test('shows an alternative if the browser kept no session', async () => {
  const { instance } = await openSignedIn(server)
  expect(await requireKeptSession(instance)).toBe(true)

  const lost = openInstance(server)
  expect(await requireKeptSession(lost.instance)).toBe(false)
  expect(viewOf(lost)).toBe('no-session')
  expect(lost.events.map(({ detail }) => detail)).toContainEqual(
    expect.objectContaining({ reason: 'session' }),
  )

  const withCode = openInstance(server, {
    attributes: { 'redirect-uri': 'https://shop.example/signed-in' },
  })
  expect(await requireKeptSession(withCode.instance)).toBe(false)
  expect(viewOf(withCode)).toBe('hosted')
})
