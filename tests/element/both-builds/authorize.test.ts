import { equal } from '../support/assert.ts'
import { find, next, until } from '../support/frame.ts'

const { origin } = (await (await fetch('/account-server.json')).json()) as { origin: string }
await import(`${origin}/passport-login.js`)

const real = globalThis.fetch

/** Authorization request of a client, for a person who is not signed in. */
const request = {
  client: {
    client_key: 'c_harbour',
    name: 'Harbour',
    host: 'app.example.com',
    verified: 1,
    kind: 'web',
  },
  scopes: [],
  identities: [],
  need_login: 1,
  need_fresh: 0,
  need_consent: 1,
  returns_to: 'app.example.com',
  auth_ticket: 't'.repeat(43),
  expire_time: 600,
}

let sent: URLSearchParams[] = []
let held: Promise<void> | undefined
let looks = 0

setup(() => {
  sent = []
  held = undefined
  looks = 0
  globalThis.fetch = async (input, init) => {
    const sentRequest = new Request(input, init)
    const { pathname } = new URL(sentRequest.url)
    if (pathname.endsWith('/open/auth_info')) {
      looks++
      await held
      return Response.json({ message: 'success', data: request })
    }
    if (!pathname.endsWith('/open/auth')) return await real(input, init)
    sent.push(new URLSearchParams(await sentRequest.text()))
    const data = { iss: origin, redirect_url: `${location.href}#refused`, state: '' }
    return Response.json({ message: 'success', data })
  }
})

teardown(() => {
  globalThis.fetch = real
  document.body.replaceChildren()
})

test('refuses once the question that is on its way has come', async () => {
  const element = document.createElement('passport-login')
  const attributes = { aid: '1001', lang: 'en', view: 'authorize', ticket: request.auth_ticket }
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.addEventListener('passport-authorized', (event) => event.preventDefault())
  const ready = next(element, 'passport-ready')
  document.body.append(element)
  await ready
  const refuse = (): HTMLElement => find(element, '.pl-refuse')
  await until(() => element.querySelector('.pl-refuse') !== null, 'the sign-in')

  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  // Looks at the request anew, as after a sign-in.
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await until(() => looks === 2, 'the call')
  refuse().click()
  equal(sent.length, 0)
  resolve()
  await until(() => sent.length === 1, 'the refusal')
  equal(sent[0]?.get('action'), 'refuse')
})
