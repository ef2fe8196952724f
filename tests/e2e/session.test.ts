import { expect, test, type Page } from 'playwright/test'
import { Element } from './pages/element.ts'
import { Mailbox } from './pages/mailbox.ts'
import { PASSWORD, signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { ACCOUNT, HOST_PAGE } from './support/addresses.ts'

const signedIn = (page: Page) => page.getByRole('heading', { name: 'You are signed in' })

test('finds the session on a page of another origin, and signs out there', async ({
  page,
  context,
}) => {
  const complaints = watch(page)
  await signUp(context.request, 'Ann Example')
  const element = await Element.open(page, 'en', HOST_PAGE)
  await expect(page.locator('#status')).toHaveText('Signed in as Ann Example.')
  await expect(signedIn(page)).toBeVisible()
  await expect(element.root).toContainText('Ann Example')
  // Nothing takes the focus of a page that has only been loaded.
  await expect(page.locator('body')).toBeFocused()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.locator('#status')).toHaveText('Nobody is signed in.')
  await expect(element.field('password')).toBeVisible()
  await page.reload()
  await expect(page.locator('#status')).toHaveText('Nobody is signed in.')
  await expect(element.field('password')).toBeVisible()
  expect(complaints).toEqual([])
})

test('continues at once to the return URL, but not in a loop', async ({ page, context }) => {
  await signUp(context.request, 'Ann Example')
  const next = encodeURIComponent(
    `${HOST_PAGE}/?view=sign-up&next=${encodeURIComponent('/?lang=en')}`,
  )
  await page.goto(`${HOST_PAGE}/?next=${next}`)
  await page.waitForURL('**/?view=sign-up&**')
  // That page would redirect too, and so on in a loop.
  await expect(signedIn(page)).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${HOST_PAGE}/?lang=en`)
})

test('no link to the sign-in page signs out, or in as somebody else', async ({ page, context }) => {
  await signUp(context.request, 'Ann Example')
  const sessions = async (): Promise<string[]> =>
    (await context.cookies(ACCOUNT)).flatMap(({ name, value }) =>
      name === 'sessionid' ? value : [],
    )
  const before = await sessions()
  const ticket = 'T'.repeat(43)
  for (const path of ['web/logout/?aid=1001', `sso/login/callback?aid=1001&ticket=${ticket}`]) {
    const query = new URLSearchParams({ next: `/passport/${path}` })
    await page.goto(`${ACCOUNT}/login?${query}`)
    await expect(signedIn(page)).toBeVisible()
    expect(await sessions()).toEqual(before)
  }
})

test('asks first if the page wants that, and accepts another account', async ({
  page,
  context,
}) => {
  await signUp(context.request, 'Ann Example')
  await page.goto(`${HOST_PAGE}/?prompt=login&next=/host.css`)
  await expect(signedIn(page)).toBeVisible()
  await page.getByRole('button', { name: 'Use another account' }).click()
  await expect(new Element(page, 'en').field('password')).toBeVisible()
})

test('offers the same two calls to pages without an element', async ({ page, context }) => {
  await signUp(context.request, 'Ann Example')
  await page.goto(HOST_PAGE)
  const call = (name: 'session' | 'signOut') =>
    page.evaluate(
      async ([address, wanted]) => {
        const calls = (await import(address)) as Record<
          typeof wanted,
          (aid: number) => Promise<{ name: string } | undefined>
        >
        return (await calls[wanted](1002))?.name ?? 'nobody'
      },
      [`${ACCOUNT}/passport-login.js`, name] as const,
    )
  expect(await call('session')).toBe('Ann Example')
  await call('signOut')
  expect(await call('session')).toBe('nobody')
})

test('does not greet people whose browser blocks cookies of the account server', async ({
  page,
  context,
}) => {
  const email = await signUp(context.request, 'Ann Example')
  // To the browser another site, so it keeps none of the cookies.
  await page.goto(HOST_PAGE.replace('localhost', '127.0.0.1'))
  const element = new Element(page, 'en')
  await expect(page.locator('#status')).toHaveText('Nobody is signed in.')
  await element.signIn(email, PASSWORD)
  await element.confirmByCode(new Mailbox(context.request), email, 2)
  await expect(page.getByRole('heading', { name: 'You are not signed in here' })).toBeVisible()
  await expect(page.locator('#status')).not.toContainText('Signed in as')
  // It cannot lead back, so it opens beside this page.
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Continue at localhost' }).click(),
  ])
  await opened.waitForURL(`${ACCOUNT}/login`)
  await expect(page.getByRole('heading', { name: 'You are not signed in here' })).toBeVisible()
})

test('asks on the account server itself whether to continue', async ({ page, context }) => {
  await signUp(context.request, 'Ann Example')
  await page.goto(`${ACCOUNT}/login`)
  await expect(signedIn(page)).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${ACCOUNT}/account-setting`)
  await page.goto(`${ACCOUNT}/login?next=/pricing`)
  await page.waitForURL(`${ACCOUNT}/pricing`)
})

test('renews the session of a person who only reads the site', async ({ page, context }) => {
  await signUp(context.request, 'Ann Example')
  const used = page.waitForResponse(/\/passport\/token\/beat\/web\?/)
  await page.goto(`${ACCOUNT}/pricing`)
  expect(await (await used).json()).toMatchObject({ message: 'success' })
})

test('keeps a new sign-in when a late reply says that the former session has ended', async ({
  page,
  context,
}) => {
  await signUp(context.request, 'Ann Example')
  const former = await context.cookies()
  await context.request.post('/form/logout', {
    form: { aid: '1001' },
    headers: { origin: ACCOUNT },
  })
  await context.addCookies(former)
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(/account\/info|__loader/, async (route) => {
    const response = await route.fetch()
    asked.resolve()
    await held.promise
    await route.fulfill({ response })
  })
  await page.goto('/account-setting')
  await asked.promise
  await signUp(context.request, 'Bob Example')
  const hintOf = async (): Promise<string | undefined> =>
    (await context.cookies()).find(({ name }) => name === 'uid_tt')?.value
  const newer = await hintOf()
  const late = page.waitForResponse(/account\/info/)
  held.resolve()
  expect(await (await late).text()).toContain('session_expired')
  expect(await hintOf()).toBe(newer)
  await page.goto('/account-setting')
  await expect(page.getByRole('main')).toContainText('Bob Example')

  // A hint that was lost comes back with the first call that goes well.
  await context.clearCookies({ name: 'uid_tt' })
  await page.evaluate(() => fetch('/passport/web/account/info/v2?aid=1001&language=en'))
  expect(await hintOf()).toBe(newer)
})
