import { expect, test, type Page } from 'playwright/test'
import type { AccountEvents } from '../../widget/src/base/public.ts'
import { account as t } from '../../widget/src/messages/en/account/account.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { expectAccessible } from './pages/axe.ts'
import { PASSWORD, signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { ACCOUNT, HOST_PAGE } from './support/addresses.ts'

/** Puts the element on a page of another origin, with nothing else. */
async function embed(page: Page, attributes: Record<string, string> = {}): Promise<void> {
  await page.goto(HOST_PAGE)
  await page.evaluate(
    async ({ server, attributes: given }) => {
      const main = document.createElement('main')
      const title = document.createElement('h1')
      title.textContent = 'Shop'
      main.append(title)
      document.body.replaceChildren(main)
      const element = document.createElement('passport-account')
      for (const [name, value] of Object.entries({ aid: '1002', ...given })) {
        element.setAttribute(name, value)
      }
      main.append(element)
      await import(`${server}/passport-account.js`)
    },
    { server: ACCOUNT, attributes },
  )
}

/** Keeps the details of an event that the element emits; the page prevents it on request. */
async function keepEvents(page: Page, name: string, isPrevented: boolean): Promise<void> {
  await page.evaluate(
    (given) => {
      const kept: unknown[] = []
      Object.assign(window, { kept })
      document.addEventListener(given.name, (event) => {
        kept.push((event as CustomEvent).detail)
        if (given.isPrevented) event.preventDefault()
      })
    },
    { name, isPrevented },
  )
}

const keptEvents = <Name extends keyof AccountEvents>(page: Page) =>
  page.evaluate(() => (window as unknown as { kept: AccountEvents[Name][] }).kept)

const rail = (page: Page) => page.getByRole('navigation', { name: t.pagesLabel })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('signs in in its place, and shows the account from then on', async ({ page }) => {
  const complaints = watch(page)
  const email = await signUp(page.request, 'Guest')
  await page.context().clearCookies({ name: /^(?:sessionid|sid_|uid_)/ })
  await embed(page)
  const login = page.locator('passport-login')
  await expect(login.locator('[name=password]')).toBeVisible()
  await expectAccessible(page)
  await login.locator('[name=account]').fill(email)
  // A look at another tab, and a change of the page, leave it there.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.locator('passport-account').evaluate((element) => {
    element.setAttribute('view', 'security')
    element.setAttribute('lang', 'ja')
  })
  await expect(login.getByRole('heading')).toHaveText(allMessages.ja.common.signIn)
  await page.locator('passport-account').evaluate((element) => element.setAttribute('lang', 'en'))
  await expect(login.getByRole('heading')).toHaveText(allMessages.en.common.signIn)
  await expect(login.locator('[name=account]')).toHaveValue(email)
  await login.locator('[name=password]').fill(PASSWORD)
  await login.locator('[name=password]').press('Enter')
  await expect(page.locator('[data-part=identity]')).toContainText('Guest')
  await expect(page.locator('passport-login')).toHaveCount(0)
  await expectAccessible(page)
  // Without an own page to name, nothing leads to one.
  await expect(rail(page).getByRole('link')).toHaveCount(0)
  await rail(page).getByRole('button', { name: t.pages.data }).click()
  await expect(page.getByRole('heading', { name: t.pages.data, exact: true })).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`^${HOST_PAGE}`))
  expect(complaints).toEqual([])
})

test('tells of its own pages alone, and not of the screens of the sign-in', async ({ page }) => {
  await embed(page)
  const login = page.locator('passport-login')
  await expect(login.locator('[name=password]')).toBeVisible()
  await keepEvents(page, 'passport-view', false)
  const { common } = allMessages.en
  await login.getByRole('button', { name: common.signUp }).click()
  await expect(login.getByRole('heading')).toHaveText(common.signUp)
  expect(await keptEvents<'passport-view'>(page)).toEqual([])
})

test('keeps the form of a sign-in when it turns out that the session has ended', async ({
  page,
}) => {
  await signUp(page.request, 'Late')
  await embed(page, { view: 'password' })
  const { accountPassword, own } = allMessages.en
  await page.getByRole('button', { name: t.changeOf(t.password.title), exact: true }).click()
  await page.getByRole('button', { name: accountPassword.byCode, exact: true }).click()
  const address = page.locator('passport-login [name=email]')
  await address.fill('late@example.com')
  await expect(page.getByRole('button', { name: own.cancel, exact: true })).toHaveCount(1)
  await page.context().clearCookies({ name: /^(?:sessionid|sid_|uid_)/ })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  // There is no account to go back to.
  await expect(page.getByRole('button', { name: own.cancel, exact: true })).toHaveCount(0)
  await expect(address).toHaveValue('late@example.com')
})

test('shows what was done itself, unless the page does', async ({ page }) => {
  await signUp(page.request, 'Noa')
  await embed(page)
  const rename = async (name: string): Promise<void> => {
    const change = t.changeOf(t.names.name)
    await section(page, t.names.title).getByRole('button', { name: change, exact: true }).click()
    await page.locator('[name=name]').fill(name)
    await page.getByRole('button', { name: allMessages.en.profile.save, exact: true }).click()
    await expect(page.locator('[data-part=identity]')).toContainText(name)
  }
  const bar = page.locator('[data-part=notice-bar]')
  await rename('Noa One')
  await expect(bar).toContainText(t.names.saved)
  await bar.getByRole('button').click()
  await expect(bar).toHaveText('')

  await keepEvents(page, 'passport-notice', true)
  await rename('Noa Two')
  await expect
    .poll(() => keptEvents<'passport-notice'>(page))
    .toEqual([{ kind: 'done', text: t.names.saved }])
  await expect(bar).toHaveText('')
})

test('asks the page before it shows another one, which its attributes choose', async ({ page }) => {
  await signUp(page.request, 'Vera')
  await embed(page, { path: '/account', sections: 'names password sessions', view: 'password' })
  // A section that is named is shown on its page.
  await expect(section(page, t.password.title)).toBeFocused()
  await expect(rail(page).getByRole('link')).toHaveText([
    t.pages.profile,
    t.pages.security,
    t.pages.devices,
  ])
  await expect(rail(page).getByRole('link', { name: t.pages.devices })).toHaveAttribute(
    'href',
    '/account/devices',
  )
  await expect(section(page, t.addresses.title)).toHaveCount(0)
  await keepEvents(page, 'passport-view', true)
  await rail(page).getByRole('link', { name: t.pages.devices }).click()
  expect(await keptEvents<'passport-view'>(page)).toEqual([{ view: 'devices' }])
  await expect(section(page, t.password.title)).toBeVisible()
  await page.locator('passport-account').evaluate((element) => {
    element.setAttribute('view', 'devices')
  })
  await expect(section(page, t.devices.title)).toBeVisible()
})

test('takes language, theme and messages of the page, and fits any width', async ({ page }) => {
  await signUp(page.request, 'Wide')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await embed(page, { lang: 'zh', theme: 'dark' })
  await expect(page.locator('[data-part=page-title]')).toHaveText('个人资料')
  await page.locator('passport-account').evaluate((element) => {
    Object.assign(element, { messages: { pages: { profile: 'Me' } } })
  })
  await expect(page.locator('[data-part=page-title]')).toHaveText('Me')
  // As the style sheet of a page may say; the policy of this one allows no element.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { all: unset !important } button { display: none !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  for (const view of ['profile', 'security', 'devices', 'organizations', 'data']) {
    await page.locator('passport-account').evaluate((element, name) => {
      element.setAttribute('view', name)
    }, view)
    await expect(page.locator(`[data-part=page][data-name=${view}]`)).toBeVisible()
    await expect(page.locator('passport-account [aria-busy=true]')).toHaveCount(0)
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(scrolled, `${view} at ${width} px`).toBeLessThanOrEqual(width)
    }
    await expectAccessible(page)
  }
  // What the page says about everything does not reach in.
  const change = page.locator('passport-account').getByRole('button').last()
  await expect(change).toBeVisible()
})

test('leaves out what the account server refuses to other applications, and says why', async ({
  page,
}) => {
  const said: string[] = []
  page.on('console', (line) => {
    if (line.type() === 'info') said.push(line.text())
  })
  await signUp(page.request, 'Data')
  await embed(page, { view: 'export' })
  // A section that is left out cannot be named.
  await expect(page.locator('[data-part=page][data-name=profile]')).toBeVisible()
  await rail(page).getByRole('button', { name: t.pages.data }).click()
  await expect(section(page, t.deletion.title)).toBeVisible()
  await expect(section(page, t.data.title)).toHaveCount(0)
  expect(said).toEqual([
    `passport-account: the section "export" is left out, since a person's data is given to the account server's own site alone.`,
  ])
})

test('keeps what was typed when the page moves it, and says which attribute is wrong', async ({
  page,
}) => {
  await signUp(page.request, 'Moving')
  await embed(page)
  const change = t.changeOf(t.names.name)
  await section(page, t.names.title).getByRole('button', { name: change, exact: true }).click()
  await page.locator('[name=name]').fill('Typed')
  await page.evaluate(() => {
    const place = document.createElement('section')
    document.querySelector('main')?.append(place)
    place.append(document.querySelector('passport-account') ?? '')
  })
  await expect(page.locator('main > section [name=name]').first()).toHaveValue('Typed')
  await keepEvents(page, 'passport-error', false)
  await page.locator('passport-account').evaluate((element) => {
    element.setAttribute('sections', 'names passwords')
    element.setAttribute('view', 'securities')
  })
  await expect
    .poll(() => keptEvents<'passport-error'>(page))
    .toMatchObject([
      { reason: 'attribute', attribute: 'sections', value: 'passwords' },
      { reason: 'attribute', attribute: 'view', value: 'securities' },
    ])
})

test('leads to the page that signs in, where there is one', async ({ page }) => {
  await embed(page, { 'sign-in': '/login' })
  const link = page.getByRole('link', { name: allMessages.en.common.signIn })
  await expect(link).toHaveAttribute('href', '/login?next=%2F')
  await expect(page.locator('passport-login')).toHaveCount(0)
})

for (const [tag, path] of [
  ['passport-account', '/account-setting'],
  ['passport-enterprise', '/account-setting/components/organization'],
] as const) {
  test(`${tag} stays as wide as it is when the sign-in joins it`, async ({ page }) => {
    await signUp(page.request, 'Ann Lee')
    await page.goto(path)
    const root = page.locator(`${tag} > [data-part=root]`)
    await expect(root.locator('h2, h3, input').first()).toBeVisible()
    const before = (await root.boundingBox())?.width
    expect(before).toBeGreaterThan(600)
    await page.evaluate(async () => {
      const login = document.createElement('passport-login')
      login.setAttribute('aid', '1001')
      document.body.append(login)
      const script = '/passport-login.js'
      await import(script)
    })
    await expect(page.locator('passport-login').last().locator('[data-part=card]')).toBeVisible()
    expect((await root.boundingBox())?.width).toBe(before)
  })
}

test('passport-enterprise tells of a view that it does not have', async ({ page }) => {
  await signUp(page.request, 'Ann Lee')
  await page.goto('/account-setting/components/organization')
  await expect(page.locator('passport-enterprise [name=subject_name]')).toBeVisible()
  await keepEvents(page, 'passport-error', false)
  await page.locator('passport-enterprise').evaluate((element) => {
    element.setAttribute('view', 'people')
  })
  await expect
    .poll(() => keptEvents<'passport-error'>(page))
    .toMatchObject([{ reason: 'attribute', attribute: 'view', value: 'people' }])
})
