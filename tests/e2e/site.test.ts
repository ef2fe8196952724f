import { createHash } from 'node:crypto'
import { expect, test } from 'playwright/test'
import { messages as en } from '../../src/messages/en/messages.ts'
import { messages as ja } from '../../src/messages/ja/messages.ts'
import { expectAccessible } from './pages/axe.ts'
import { expectStill, measureShifts } from './pages/shifts.ts'
import { watch } from './pages/watch.ts'

test('answers plain 404 text in the language of the path', async ({ request }) => {
  for (const [path, text] of [
    ['/no-such-page', /no page at this address/],
    ['/ja/no-such-page', /ページはありません/],
  ] as const) {
    const answer = await request.get(path)
    expect(answer.status()).toBe(404)
    expect(answer.headers()['content-type']).toContain('text/plain')
    expect(await answer.text()).toMatch(text)
  }
})

test('shows browsers a 404 page with search and links', async ({ page }) => {
  for (const [path, { notFound, search, frame }, home] of [
    ['/no/such-page', en, '/ja'],
    ['/ja/no-such-page', ja, '/'],
  ] as const) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    const other = page.getByRole('banner').locator('[hreflang]')
    await expect(other).toHaveAttribute('href', home)
    await expect(page.getByRole('main').getByRole('heading')).toHaveText(notFound.title)
    await expect(page.getByRole('link', { name: frame.blog }).first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('searchbox').fill('diff')
    await page.getByRole('button', { name: search.button }).click()
    await expect(page).toHaveURL(/\/search\?q=diff$/)
  }
})

test('redirects to one address for each page', async ({ request }) => {
  for (const [from, to] of [
    ['/blog/', '/blog'],
    ['/blog.html', '/blog'],
    ['/ja/index.html', '/ja'],
    ['/index', '/'],
  ] as const) {
    const answer = await request.get(from, { maxRedirects: 0 })
    expect(answer.status(), from).toBe(308)
    expect(answer.headers().location, from).toBe(to)
  }
})

test('keeps the page when the language is switched', async ({ page }) => {
  await page.goto('/changelog')
  await page.getByRole('link', { name: '日本語' }).first().click()
  await expect(page).toHaveURL(/\/ja\/changelog$/)
  await page.getByRole('link', { name: 'English' }).first().click()
  await expect(page).toHaveURL(/\/changelog$/)
})

test('appends older posts, and shows loading and failure', async ({ page }) => {
  const { blog } = en
  const held = Promise.withResolvers<void>()
  await page.route('**/blog/2', async (route) => {
    await held.promise
    await route.abort()
  })
  await page.goto('/blog')
  const posts = page.locator('.posts > .teaser')
  const older = page.getByRole('link', { name: blog.older, exact: true })
  await older.click()
  await expect(page.getByText(blog.loading)).toBeVisible()
  held.resolve()
  await expect(page.getByText(blog.failed)).toBeVisible()
  await expect(posts).toHaveCount(10)
  await page.unroute('**/blog/2')
  await older.click()
  await expect(posts.nth(10).locator('h2 a')).toBeFocused()
  await expect(older).toHaveCount(0)
  await expectAccessible(page)
})

for (const javaScriptEnabled of [true, false]) {
  test(`filters changes by kind, ${javaScriptEnabled ? 'with' : 'without'} a script`, async ({
    browser,
    baseURL,
  }) => {
    const page = await browser.newPage({ javaScriptEnabled })
    const { kinds, show, everything } = ja.changelog
    await page.goto(`${baseURL ?? ''}/ja/changelog`)
    const shown = page.getByRole('heading', { level: 3 })
    const choices = page.getByRole('group', { name: show })
    await choices.getByText(kinds.fixed, { exact: true }).click()
    await expect(shown).toHaveText(Array.from({ length: 5 }, () => kinds.fixed))
    await choices.getByText(everything, { exact: true }).click()
    await expect(shown).toHaveCount(15)
    await page.getByRole('link', { name: ja.changelog.older, exact: true }).click()
    await expect(page).toHaveURL(/\/ja\/changelog\/2$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(ja.changelog.pageTitle(2))
    await page.close()
  })
}

test('keeps the chosen theme from the first frame of the next page', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/login')
  await page.getByLabel('Dark').check()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await expect(page.locator('passport-login')).toHaveAttribute('theme', 'dark')
  await page.addInitScript(() => {
    requestAnimationFrame(() => {
      document.documentElement.dataset['first'] = getComputedStyle(
        document.documentElement,
      ).colorScheme
    })
  })
  await page.goto('/blog')
  await expect(page.locator('html')).toHaveAttribute('data-first', 'dark')
  await expect(page.getByLabel('Dark')).toBeChecked()
  // The form is hidden as well while the script loads that decides.
  await page.route('**/_astro/base.astro*.js', (route) => route.abort())
  await page.goto('/login')
  await expect(page.locator('passport-login')).toHaveCSS('color-scheme', 'dark')
  await page.unroute('**/_astro/base.astro*.js')
  await page.goto('/blog')
  await page.getByLabel('System').check()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light dark')
})

test('shows posts in the language of the page alone', async ({ page }) => {
  await page.goto('/ja/blog')
  const others = page.locator('.posts [data-other-language]')
  const total = await page.locator('.posts > *').count()
  const count = await others.count()
  expect(count).toBeGreaterThan(0)
  await page.getByText(ja.blog.languages.own).click()
  await expect(page.locator('.posts > *:visible')).toHaveCount(total - count)
  await expect(others.first()).toBeHidden()
  await page.getByText(ja.blog.languages.all).click()
  await expect(page.locator('.posts > *:visible')).toHaveCount(total)
  await page.goto('/blog')
  await expect(page.locator('.languages')).toHaveCount(0)
})

test('searches in the language of the page', async ({ page }) => {
  const complaints = watch(page)
  for (const [path, term, count, title] of [
    ['/search', 'privacy', /results for “privacy”/, /Privacy policy/i],
    ['/ja/search', '差分', /「差分」の検索結果/, /Sable/],
  ] as const) {
    await page.goto(path)
    await page.getByRole('searchbox').fill(term)
    await expect(page.getByRole('status')).toHaveText(count)
    await expect(page.getByRole('main').getByRole('link', { name: title }).first()).toBeVisible()
    await page.reload()
    await expect(page.getByRole('status')).toHaveText(count)
  }
  await page.getByRole('searchbox').fill('zzqqxx')
  await expect(page.getByRole('status')).toHaveText('「zzqqxx」に一致するものはありませんでした。')
  // Words that the index does not know: it answers pages with what begins alike.
  await page.getByRole('searchbox').fill('にゃんにゃん')
  await expect(page.getByRole('status')).toContainText('一致するものはありませんでした')
  // The last letters are still being searched for when the field is emptied.
  await page.getByRole('searchbox').fill('差分')
  await page.getByRole('searchbox').fill('')
  await page.waitForTimeout(1000)
  await expect(page.getByRole('status')).toBeEmpty()
  await page.goto('/search?q=IME')
  const first = page.getByRole('main').getByRole('listitem').first()
  await expect(first).toContainText('Japanese input in an editor')
  await page.goto('/search?q=privacy+policy')
  await page.getByRole('main').getByRole('link', { name: 'Privacy policy' }).click()
  await expect(page).toHaveURL('/privacy-policy')
  expect(complaints).toEqual([])
})

test('groups search results, with date and marked excerpt', async ({ page }) => {
  for (const [path, groups, day] of [
    ['/search?q=cookie', ['Legal', 'Posts'], /^[A-Z][a-z]+ \d{1,2}, \d{4}$/],
    ['/ja/search?q=Cookie', ['規約とポリシー', 'ページ'], /^\d{4}年\d{1,2}月\d{1,2}日$/],
  ] as const) {
    await page.goto(path)
    const results = page.locator('.search-results')
    for (const name of groups) await expect(results.getByRole('region', { name })).toBeVisible()
    const policy = results.getByRole('region', { name: groups[0] }).getByRole('listitem').first()
    await expect(policy.locator('time')).toHaveText(day)
    await expect(policy.locator('mark').first()).toHaveText(/^cookie/i)
    await expect(policy.locator('p')).toHaveText(/[.。…]$/u)
  }
  await page.goto('/search?q=quoted+test+output')
  const changes = page.getByRole('region', { name: 'Changelog' })
  await changes.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/changelog(?:\/\d+)?#v[\d.]+$/)
})

test('announces the number of results, and focuses the first new one', async ({ page }) => {
  await page.goto('/ja/search?q=ログイン')
  await expect(page.getByRole('status')).toHaveText('「ログイン」の検索結果：10件以上')
  const results = page.getByRole('main').getByRole('listitem')
  await expect(results).toHaveCount(10)
  await page.getByRole('button', { name: 'さらに表示' }).click()
  await expect(results.getByRole('link').and(page.locator(':focus'))).toBeVisible()
  await expect(page.getByRole('status')).toHaveText(
    `「ログイン」の検索結果：${await results.count()}件`,
  )
  await expect(page.getByRole('button', { name: 'さらに表示' })).toBeHidden()
  // The index has eleven pages for this, some of which only begin alike.
  await page.goto('/search?q=1.0')
  await expect(page.getByRole('status')).toHaveText(/^[2-9] results/)
  await expect(page.getByRole('status')).toContainText(`${await results.count()} results`)
})

test('does not shift the layout when more sign-in methods appear', async ({ page }) => {
  await measureShifts(page)
  for (const [width, height] of [
    [412, 823],
    [768, 1024],
    [1280, 900],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const path of ['/login', '/ja/sign-up', '/third-party-oauth']) {
      await page.goto(path)
      await expect(page.getByRole('main').getByText('GitHub')).toBeVisible()
      await expectStill(page, `${path}, ${width} px wide`, 0.001)
    }
  }
})

test('serves every download in full, with the checksum shown', async ({ page, request }) => {
  await page.goto('/download')
  const list = await (await request.get('/downloads/checksums.txt')).text()
  const lines = list.trim().split('\n')
  expect(lines).toHaveLength(6)
  for (const line of lines) {
    const [sum = '', name = ''] = line.split('  ')
    const answer = await request.get(`/downloads/${name}`)
    expect(answer.headers()['content-encoding'], name).toBeUndefined()
    expect(
      createHash('sha256')
        .update(await answer.body())
        .digest('hex'),
      name,
    ).toBe(sum)
    await expect(page.getByText(sum)).toBeVisible()
  }
})

test('sends requests for access to the account server', async ({ page }) => {
  const t = en.pages.authorization
  const query = { client_key: 'notes', redirect_uri: 'https://notes.example/back', scope: 'email' }
  await page.goto(`/authorization?${new URLSearchParams(query).toString()}`)
  await expect(page.getByRole('heading', { name: t.incompleteTitle })).toBeVisible()
  await expect(page.locator('[data-fill=missing]')).toContainText('state')
  await page.goto(`/authorization?${new URLSearchParams({ ...query, state: 'x' }).toString()}`)
  await expect(page).toHaveURL(/\/oauth\/authorize\?.*response_type=code/)
  await expect(page.getByText('This application is not known here')).toBeVisible()
})

test('keeps topic links of a teaser clickable; the rest of it opens the post', async ({ page }) => {
  for (const address of ['/blog', '/ja/blog/tags/ai']) {
    await page.goto(address)
    const hidden = await page.locator('.teaser a').evaluateAll((links) =>
      links.flatMap((link) => {
        link.scrollIntoView({ block: 'center' })
        const { x, y, width, height } = link.getBoundingClientRect()
        const found = document.elementFromPoint(x + width / 2, y + height / 2)
        return link.contains(found) ? [] : [link.textContent.trim()]
      }),
    )
    expect(hidden, address).toEqual([])
  }
  const teaser = page.locator('.teaser').first()
  const topic = teaser.locator('.tags a').first()
  const to = (await topic.getAttribute('href')) ?? ''
  await topic.click()
  await expect(page).toHaveURL(to)
})
