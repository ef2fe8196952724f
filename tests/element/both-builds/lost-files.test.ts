import { inTab } from '../support/commands.ts'
import type { Watched } from '../support/frame.ts'

/** Globals of the page in which the functions below run. */
declare const watched: Watched

const isReady = (): boolean => watched.events.some(({ name }) => name === 'passport-ready')

// A failed module is never run again, so failed imports must not make it fail.
test('shows a screen on retry after its files failed to load', async () => {
  await inTab('/pages/flaky.html?lang=en', [
    isReady,
    () => {
      document.querySelector<HTMLElement>('[data-part=foot] button')?.click()
      return true
    },
    // Its file fails to load once.
    () => {
      document.querySelector<HTMLElement>('[data-part=wait] button')?.click()
      return document.querySelector('passport-login [name=email]') !== null
    },
    () => watched.errors.length === 0,
  ])
})

test('calls the server on retry after the client code failed to load', async () => {
  await inTab('/pages/flaky.html?lang=en', [
    isReady,
    () => {
      const names = ['account', 'password'] as const
      const fields = names.map((name) =>
        document.querySelector<HTMLInputElement>(`passport-login [name=${name}]`),
      )
      for (const field of fields) if (field) field.value = 'ann@example.com'
      fields[0]?.form?.requestSubmit()
      return true
    },
    () =>
      document.querySelector<HTMLElement>('[role=alert]')?.innerText.includes('Check your') ===
      true,
    () => {
      if (document.querySelector('[aria-busy=true]')) return false
      document.querySelector<HTMLFormElement>('passport-login form')?.requestSubmit()
      return performance
        .getEntriesByType('resource')
        .some(({ name }) => name.includes('/passport/web/'))
    },
  ])
})

test('says nothing about the server while its own code is missing', async () => {
  await inTab('/pages/lost.html?lang=en', [
    isReady,
    () => {
      for (const name of ['account', 'password']) {
        const field = document.querySelector<HTMLInputElement>(`passport-login [name=${name}]`)
        if (field) field.value = 'ann@example.com'
      }
      document.querySelector<HTMLFormElement>('passport-login form')?.requestSubmit()
      return true
    },
    () => {
      const alert = document.querySelector<HTMLElement>('[role=alert]')
      if (alert?.innerText.includes('Check your') !== true) return false
      // Long enough for the requests that look for the cause.
      setTimeout(() => (document.documentElement.dataset['later'] = alert.innerText), 1000)
      return true
    },
    () => document.documentElement.dataset['later']?.includes('Check your') === true,
  ])
})

test('offers to reload the page if files never load', async () => {
  await inTab('/pages/lost.html?lang=en', [
    isReady,
    () => {
      document.querySelector<HTMLElement>('[data-part=foot] button')?.click()
      return true
    },
    () => {
      const alert = document.querySelector('[data-part=wait] [role=alert]')
      const [again, reload] = alert?.querySelectorAll('button') ?? []
      if (reload === undefined) again?.click()
      return reload?.textContent === 'Reload the page'
    },
    () => {
      document.documentElement.dataset['before'] = ''
      document.querySelector<HTMLElement>('[data-part=wait] button:last-of-type')?.click()
      return true
    },
    () => document.documentElement.dataset['before'] === undefined,
    isReady,
  ])
})

test('offers to reload the page if calls cannot be made', async () => {
  await inTab('/pages/lost.html?lang=ja', [
    isReady,
    () => {
      for (const name of ['account', 'password']) {
        const field = document.querySelector<HTMLInputElement>(`passport-login [name=${name}]`)
        if (field) field.value = 'ann@example.com'
      }
      return true
    },
    () => {
      const offer = document.querySelector('passport-login [role=alert] button')
      if (offer === null && !document.querySelector('[aria-busy=true]')) {
        document.querySelector<HTMLFormElement>('passport-login form')?.requestSubmit()
      }
      return offer?.textContent === '再読み込み'
    },
  ])
})
