import { expect, test } from 'playwright/test'
import { account } from '../../widget/src/messages/en/account/account.ts'
import { account as inJapanese } from '../../widget/src/messages/ja/account/account.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { Element } from './pages/element.ts'
import { signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { ACCOUNT, ports } from './support/addresses.ts'
import { buildHosts, hostNames } from './support/hydrating.ts'
import { serveStatic } from './support/static-host.ts'

let server: { close(): void } | undefined

test.beforeAll(async () => {
  test.setTimeout(240_000)
  const folders = {
    ...(await buildHosts('passport-login')),
    ...(await buildHosts('passport-account', '-account')),
  }
  server = await serveStatic(ports.examples, folders, ACCOUNT)
})

test.afterAll(() => server?.close())

// The page's own script comes last: with text in the form that the loader drew, or in that of the element.
for (const build of ['passport-login.js', 'passport-login.lite.js']) {
  for (const host of hostNames) {
    for (const when of ['drawn', 'ready'] as const) {
      test(`is one element that keeps its text where ${host} hydrates once ${build} has it ${when}`, async ({
        page,
      }) => {
        const complaints = watch(page)
        const own = Promise.withResolvers<void>()
        const main = Promise.withResolvers<void>()
        await page.route('**/passport-login.js', (route) =>
          route.continue({ url: `${ACCOUNT}/${build}` }),
        )
        await page.route(`http://localhost:${ports.examples}/**/*.js`, async (route) => {
          await own.promise
          await route.continue()
        })
        await page.route('**/assets/main-*.js', async (route) => {
          if (when === 'drawn') await main.promise
          await route.continue()
        })
        // A mark in the markup would itself be what the host did not render.
        await page.addInitScript(() => {
          document.addEventListener('passport-ready', () => {
            document.documentElement.dataset['ready'] = ''
          })
        })
        const isReady = (): Promise<void> =>
          expect(page.locator('html')).toHaveAttribute('data-ready')
        await page.goto(`http://localhost:${ports.examples}/${host}/`, { waitUntil: 'commit' })
        const element = new Element(page, 'en')
        if (when === 'ready') await isReady()
        await element.field('account').pressSequentially('ann@ex')
        const first = await element.root.elementHandle()
        const field = await element.field('account').elementHandle()
        own.resolve()
        await expect(page.locator('[data-hydrated]')).toHaveAttribute('data-hydrated', 'true')
        main.resolve()
        await isReady()
        await expect(element.field('account')).toBeFocused()
        await page.keyboard.type('ample.com')
        await expect(element.field('account')).toHaveValue('ann@example.com')
        expect(await first?.evaluate((one) => one.isConnected)).toBe(true)
        expect(await field?.evaluate((one) => one.isConnected)).toBe(true)
        await expect(element.root).toHaveCount(1)
        // It comes last, and moves what is below the element.
        await expect(element.root.locator('[data-part=passkey]')).toBeVisible()
        await page.locator('#language').click()
        await expect(element.root.getByRole('heading')).toHaveText(allMessages.ja.common.signIn)
        await expect(element.root.locator('form')).toHaveCount(1)
        expect(complaints).toEqual([])
      })
    }
  }
}

for (const host of hostNames) {
  test(`is one account that keeps its text where ${host} hydrates`, async ({ page }) => {
    const complaints = watch(page)
    await signUp(page.request, 'Guest')
    const own = Promise.withResolvers<void>()
    await page.route(`http://localhost:${ports.examples}/**/*.js`, async (route) => {
      await own.promise
      await route.continue()
    })
    await page.goto(`http://localhost:${ports.examples}/${host}-account/`, { waitUntil: 'commit' })
    const element = page.locator('passport-account')
    const { title, name } = account.names
    const section = element.getByRole('region', { name: title })
    await section.getByRole('button', { name: account.changeOf(name), exact: true }).click()
    const field = section.locator('[name=name]')
    await field.fill('Guest of')
    own.resolve()
    await expect(page.locator('[data-hydrated]')).toHaveAttribute('data-hydrated', 'true')
    await expect(field).toBeFocused()
    await page.keyboard.type(' honour')
    await page.locator('#language').click()
    await expect(element.locator('[data-part=page-title]')).toHaveText(inJapanese.pages.profile)
    await expect(element.locator('[name=name]')).toHaveValue('Guest of honour')
    await expect(element).toHaveCount(1)
    expect(complaints).toEqual([])
  })
}
