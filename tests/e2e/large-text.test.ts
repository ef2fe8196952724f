import { expect, test as base, type Page } from 'playwright/test'
import { CONSOLE, foundCompany } from './pages/company.ts'
import { expectReadable } from './pages/large-text.ts'
import { signUp } from './pages/person.ts'

// All tests share one browser page, to be fast.
const test = base.extend<object, { reader: Page; member: Page }>({
  reader: [
    async ({ browser }, use) => {
      const page = await browser.newPage()
      await use(page)
      await page.close()
    },
    { scope: 'worker' },
  ],
  member: [
    async ({ browser }, use) => {
      const page = await browser.newPage()
      await signUp(page.request, 'Annabel Featherstonehaugh')
      await foundCompany(page.request, `Harbour Company of Rotterdam ${Date.now().toString(36)}`)
      await use(page)
      await page.close()
    },
    { scope: 'worker' },
  ],
})

async function expectToBeReadable(page: Page, address: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.goto(address)
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0)
  await expectReadable(page)
}

// Pages for everybody are walked by `every-page.test.ts`.
for (const address of ['/form/sign-up', '/form/reset-password']) {
  test(`${address} is readable in a text twice as large`, async ({ reader, baseURL }) => {
    await expectToBeReadable(reader, `${baseURL ?? ''}${address}`)
  })
}

const signedIn = [
  '/account-setting',
  ...['security', 'devices', 'organizations', 'data'].map((view) => `/account-setting/${view}`),
  '/account-setting/components/dashboard',
  CONSOLE,
  ...['invitations', 'roles', 'rules', 'activity', 'hand-over', 'settings'].map(
    (tab) => `${CONSOLE}#${tab}`,
  ),
  '/device',
  '/promo-code',
  '/sign-out',
  '/solo-code',
].flatMap((address) => [address, `/ja${address}`])

for (const address of signedIn) {
  test(`${address} is readable for members in a text twice as large`, async ({
    member,
    baseURL,
  }) => {
    await expectToBeReadable(member, `${baseURL ?? ''}${address}`)
  })
}
