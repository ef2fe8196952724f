import { expect, test, type Locator, type Page } from 'playwright/test'
import { signUp } from './pages/person.ts'

const hints = (page: Page): Locator => page.locator('head link[rel=prefetch]')
const linkTo = (page: Page, name: string): Locator =>
  page.getByRole('banner').getByRole('link', { name, exact: true })

/** Opens the home page and stops its time. */
async function openStill(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto('/')
  await page.waitForLoadState('load')
  await page.clock.pauseAt(Date.now() + 60_000)
}

for (const [how, rest, leave] of [
  [
    'pointed at',
    (link: Locator): Promise<void> => link.hover(),
    ({ page }: { page: Page }): Promise<void> => page.mouse.move(5, 700),
  ],
  [
    'focused',
    (link: Locator): Promise<void> => link.focus(),
    ({ page }: { page: Page }): Promise<void> =>
      page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur()),
  ],
] as const) {
  test(`prefetches a page once, after exactly 100 ms of being ${how}`, async ({ page }) => {
    await openStill(page)
    const blog = linkTo(page, 'Blog')
    await rest(blog)
    await page.clock.runFor(99)
    await leave({ page })
    await page.clock.runFor(500)
    await expect(hints(page)).toHaveCount(0)

    await rest(blog)
    await page.clock.runFor(99)
    await expect(hints(page)).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(hints(page)).toHaveCount(1)
    await expect(hints(page)).toHaveAttribute('href', '/blog')

    await leave({ page })
    await rest(blog)
    await page.clock.runFor(500)
    await expect(hints(page)).toHaveCount(1)
  })
}

test('does not prefetch a link that is followed sooner', async ({ page }) => {
  await openStill(page)
  const blog = linkTo(page, 'Blog')
  // As if the page were slow.
  await blog.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
  await blog.hover()
  await page.clock.runFor(50)
  await blog.click()
  await page.clock.runFor(500)
  await expect(hints(page)).toHaveCount(0)
})

test('treats a link with several child elements as one', async ({ page }) => {
  await openStill(page)
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/blog' })
    link.append(
      ...['left', 'right'].map((name) => {
        const part = Object.assign(document.createElement('span'), { id: name })
        part.textContent = name
        return part
      }),
    )
    document.querySelector('h1')?.replaceChildren(link)
  })
  await page.locator('#left').hover()
  await page.clock.runFor(60)
  await page.locator('#right').hover()
  await page.clock.runFor(40)
  await expect(hints(page)).toHaveAttribute('href', '/blog')
})

test('prefetches the data of a loader only where a script of the page reads it', async ({
  page,
}) => {
  const pointAt = async (href: string): Promise<void> => {
    await openStill(page)
    await page.evaluate((to) => {
      const link = Object.assign(document.createElement('a'), { href: to, textContent: to })
      document.querySelector('h1')?.replaceChildren(link)
    }, href)
    await page.locator('h1 a').hover()
    await page.clock.runFor(100)
  }
  // The text of the page holds its data.
  await pointAt('/changelog')
  await expect(hints(page)).toHaveCount(1)
  // Nobody is signed in.
  await pointAt('/account-setting')
  await expect(hints(page)).toHaveCount(1)

  await signUp(page.request, 'Ada')
  await pointAt('/ja/account-setting')
  await expect(hints(page)).toHaveCount(2)
  await expect(hints(page).last()).toHaveAttribute(
    'href',
    '/ja/account-setting?__loader=account-setting&__ssrDirect=true',
  )
})

test('does not prefetch files and downloads', async ({ page }) => {
  await openStill(page)
  const rest = async (href: string, isSaved: boolean): Promise<void> => {
    await page.mouse.move(5, 700)
    await page.evaluate(
      (link) => {
        const made = Object.assign(document.createElement('a'), { href: link.href })
        made.textContent = link.href
        made.toggleAttribute('download', link.isSaved)
        document.querySelector('h1')?.replaceChildren(made)
      },
      { href, isSaved },
    )
    await page.locator('h1 a').hover()
    await page.clock.runFor(500)
  }
  await rest('/downloads/installer.zip', false)
  await rest('/downloads/checksums.txt', false)
  await rest('/pricing', true)
  await expect(hints(page)).toHaveCount(0)
  await rest('/pricing', false)
  await expect(hints(page)).toHaveAttribute('href', '/pricing')
})

test('does not prefetch for people who save data', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  await openStill(page)
  await linkTo(page, 'Blog').hover()
  await page.clock.runFor(5000)
  await expect(hints(page)).toHaveCount(0)
})

test('answers a loader with JSON, in the language of the path, and only on its own page with both flags', async ({
  request,
}) => {
  const answer = await request.get('/changelog?__loader=changelog&__ssrDirect=true')
  expect(answer.headers()['content-type']).toContain('application/json')
  const body = (await answer.json()) as { route: string; data: { releases: unknown[] } }
  expect(body.route).toBe('changelog')
  expect(body.data.releases.length).toBeGreaterThan(2)
  for (const route of ['account-setting', 'privacy-policy', 'cookie-policy', 'terms-of-service']) {
    const own = await request.get(`/ja/${route}?__loader=${route}&__ssrDirect=true`)
    expect(await own.json(), route).toMatchObject({ route })
  }
  const root = await request.get('/ja/blog?__loader=root&__ssrDirect=true')
  expect(await root.json()).toMatchObject({ lang: 'ja', data: { product: 'Sable' } })
  for (const address of [
    '/blog?__loader=changelog&__ssrDirect=true',
    '/changelog?__loader=changelog',
    '/changelog?__ssrDirect=true',
  ]) {
    const page = await request.get(address)
    expect(page.headers()['content-type'], address).toContain('text/html')
  }
})
