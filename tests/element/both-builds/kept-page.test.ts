import { leaveAndReturn } from '../support/commands.ts'
import type { Watched } from '../support/frame.ts'

/** Globals of the page in which the functions below run. */
declare const watched: Watched
declare const kept: boolean

const { origin } = (await (await fetch('/account-server.json')).json()) as { origin: string }

/** Whether the element works, from where on the page notes whether it was kept. */
const isReady = (): boolean => {
  if (!watched.events.some(({ name }) => name === 'passport-ready')) return false
  addEventListener('pageshow', ({ persisted }) =>
    Object.assign(globalThis, { kept: persisted, code: undefined, isIn: false }),
  )
  addEventListener('passport-success', () => Object.assign(globalThis, { isIn: true }))
  return true
}

const wasKept = (): boolean => kept

// Firefox keeps no page with running requests, such as telemetry, and Chromium none that has asked for
// a passkey, which the form does soon after it is ready.
const ALONE = new URLSearchParams({ lang: 'en', telemetry: 'off', methods: 'password code' })

test('continues where it was when the page is restored from the cache', async () => {
  const isOnReset = (): boolean => {
    const email = document.querySelector<HTMLInputElement>('passport-login [name=email]')
    return email?.value === 'ann@example.com'
  }
  await leaveAndReturn(`/pages/plain.html?${ALONE}`, {
    before: [
      isReady,
      () => {
        const account = document.querySelector<HTMLInputElement>('passport-login [name=account]')
        if (account === null) return false
        account.value = 'ann@example.com'
        account.dispatchEvent(new InputEvent('input', { bubbles: true }))
        document.querySelector<HTMLElement>('passport-login [data-part=link]')?.click()
        return true
      },
      isOnReset,
    ],
    after: [
      wasKept,
      isOnReset,
      () => {
        document.querySelector<HTMLElement>('passport-login [data-part=foot] button')?.click()
        return true
      },
      () => document.querySelector('passport-login [name=password]') !== null,
      () => watched.errors.length === 0,
    ],
  })
})

/** Does the next thing that signing in asks for; true once that is all. */
const signsIn = (): boolean => {
  if (location.pathname === '/elsewhere.html') return true
  const page = globalThis as { code?: string; wanted?: Promise<void>; isIn?: boolean }
  // The request is running: the page is left while it still waits.
  if (page.isIn) return false
  const { email = '', password = '' } = Object.fromEntries(
    new URLSearchParams(location.hash.slice(1)),
  )
  // A card that waits behind another one is hidden.
  const card = document.querySelector('[data-part=card]:not([hidden])')
  const field = (name: string): HTMLInputElement | null =>
    card?.querySelector(`input[name=${name}]`) ?? null
  const code = field('code')
  const secret = field('password')
  if (card?.querySelector('[aria-busy=true]')) return false
  if (secret) {
    Object.assign(field('account') ?? {}, { value: email })
    secret.value = password
    secret.form?.requestSubmit()
  } else if (code && page.code) {
    code.value = page.code
    code.form?.requestSubmit()
  } else if (code) {
    page.wanted ??= fetch(`/mailed?to=${email}`)
      .then((reply) => reply.json() as Promise<string[]>)
      .then(([first]) => void Object.assign(page, { code: first }))
  } else {
    card?.querySelector('form')?.requestSubmit()
  }
  return false
}

test('shows no password after sign-in when the page is restored', async () => {
  const email = `kept-${Date.now()}@example.com`
  const reply = await fetch(`/person?email=${email}`)
  const { password } = (await reply.json()) as { password: string }
  const query = new URLSearchParams({
    server: origin,
    next: '/elsewhere.html',
    person: email,
  })
  // The address carries the text to type, because the function runs in the page.
  const typed = new URLSearchParams({ email, password })
  await leaveAndReturn(`/pages/plain.html?${ALONE}&${query}#${typed}`, {
    before: [
      isReady,
      signsIn,
      // The browser is known from here on. Chromium keeps no page that was ready for a code, and one
      // that is loaded again with a session would go on by itself.
      () => {
        const page = globalThis as { ended?: Promise<void>; isOut?: boolean }
        const person = new URL(document.referrer).searchParams.get('person') ?? ''
        page.ended ??= fetch(`/end-sessions?email=${person}`).then(
          () => void Object.assign(page, { isOut: true }),
        )
        return page.isOut === true
      },
      () => {
        history.back()
        return true
      },
      isReady,
      signsIn,
    ],
    after: [
      wasKept,
      () => document.querySelector('passport-login [aria-busy=true]') === null,
      () =>
        Array.from(
          document.querySelectorAll<HTMLInputElement>('passport-login [autocomplete$=-password]'),
        ).every(({ value }) => value === ''),
    ],
  })
})
