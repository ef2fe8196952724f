import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, type Page } from 'playwright/test'
import { errorMessages } from '../../protocol/messages/en/errors.ts'
import { errorMessages as errorMessagesJa } from '../../protocol/messages/ja/errors.ts'
import { account as accountEn } from '../../src/messages/en/account.ts'
import { account as ownEn } from '../../widget/src/messages/en/account/account.ts'
import { thirdParty as en } from '../../src/messages/en/third-party.ts'
import { account as accountJa } from '../../src/messages/ja/account.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { expectAccessible } from './pages/axe.ts'
import { Captcha } from './pages/captcha.ts'
import { Element } from './pages/element.ts'
import { Mailbox } from './pages/mailbox.ts'
import { signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { pathIn, type Locale } from './pages/words.ts'
import { HOST_PAGE } from './support/addresses.ts'

const WEEK_MS = 7 * 24 * 3_600_000

const SECURITY = '/account-setting/security'
const account = { en: accountEn, ja: accountJa } as const

/** Chooses an account on the page of a third party. */
async function agree(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click()
}

function provider(page: Page, name: string): ReturnType<Page['locator']> {
  return page.locator('passport-login').getByRole('link', { name })
}

async function signUpByAcme(page: Page, name: string): Promise<void> {
  await Element.open(page, 'en', '/sign-up')
  await provider(page, 'Acme').click()
  await agree(page, name)
  await page.getByRole('button', { name: allMessages.en.thirdParty.create }).click()
  await expect(page).toHaveURL('/account-setting')
}

/** Has the account of that name deleted in a week, as if it had asked for that a week ago. */
function scheduleDeletion(name: string): void {
  const folder = process.env.E2E_DATA_DIR
  if (folder === undefined) throw new Error('E2E_DATA_DIR is not set')
  const database = new DatabaseSync(join(folder, 'passport.sqlite'), { timeout: 5000 })
  try {
    const { changes } = database
      .prepare(`UPDATE accounts SET state = 'cancelling', cancel_at = ? WHERE name = ?`)
      .run(Date.now() + WEEK_MS, name)
    expect(changes).toBe(1)
  } finally {
    database.close()
  }
}

// A retried test uses another person, because the first has an account by now.

for (const [locale, ...people] of [
  ['en', ['Ann Lee', 'ann@example.com'], ['Eva Novak', 'eva@example.com']],
  ['ja', ['佐藤 健', 'ken@example.com'], ['鈴木 凛', 'rin@example.com']],
] as const satisfies [Locale, ...[string, string][]][]) {
  test(`signs up with GitHub in ${locale}, and in again on a new browser`, async ({
    page,
    request,
  }, { retry }) => {
    const [name, email] = people[retry === 0 ? 0 : 1]
    const complaints = watch(page)
    const t = allMessages[locale].thirdParty
    await Element.open(page, locale, pathIn(locale, '/sign-up'))
    await provider(page, 'GitHub').click()
    await agree(page, name)
    await expect(page.getByRole('heading', { name: t.notLinked })).toBeFocused()
    const next = new URLSearchParams({ next: pathIn(locale, '/account-setting') })
    await expect(page).toHaveURL(`${pathIn(locale, '/github-oauth-callback')}?${next}`)
    await expect(page.getByLabel(t.name)).toHaveValue(name)
    const who = page.locator('passport-login [data-part=member]')
    await expect(who.locator('b')).toHaveText(name)
    await expect(who).toContainText('GitHub · ')
    const terms = page.locator('.entry-terms')
    await expect(terms.getByRole('link')).toHaveCount(2)
    await page.getByRole('button', { name: t.create }).click()
    await expect(page).toHaveURL(pathIn(locale, '/account-setting'))
    await expect(page.locator('[data-part=identity]')).toContainText(name)

    await page.goto(pathIn(locale, '/sign-out'))
    const main = page.getByRole('main')
    await main.getByRole('button', { name: account[locale].signOut.button }).click()
    await expect(page.getByText(account[locale].signOut.doneTitle)).toBeVisible()
    await page.context().clearCookies()
    await Element.open(page, locale, pathIn(locale, '/login'))
    await provider(page, 'GitHub').click()
    await agree(page, name)
    await new Element(page, locale).confirmByCode(new Mailbox(request), email, 1)
    await expect(page).toHaveURL(pathIn(locale, '/account-setting'))
    expect(complaints).toEqual([])
  })
}

test('signs up and in with Vercel in a popup', async ({ page, request }, { retry }) => {
  const [name, email] =
    retry === 0 ? ['Mia Ortiz', 'mia@example.com'] : ['Max Weber', 'max@example.com']
  for (const isNew of [true, false]) {
    await Element.open(page, 'en', '/login')
    await page.locator('passport-login').evaluate((element) => {
      element.setAttribute('popup', '')
    })
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      provider(page, 'Vercel').click(),
    ])
    await agree(popup, name)
    if (isNew) await popup.getByRole('button', { name: allMessages.en.thirdParty.create }).click()
    else await new Element(popup, 'en').confirmByCode(new Mailbox(request), email, 1)
    await expect(page).toHaveURL('/account-setting')
    await expect(page.locator('[data-part=identity]')).toContainText(name)
    expect(popup.isClosed()).toBe(true)
    await page.context().clearCookies()
  }
})

test('signs in on a page of another origin by a popup', async ({ page }, { retry }) => {
  // A retry uses another person, because the first has an account by now.
  const name = retry === 0 ? 'Zoe Marsh' : 'Uma Patel'
  await Element.open(page, 'en', HOST_PAGE)
  await page.locator('passport-login').evaluate((element) => {
    element.setAttribute('providers', 'oidc')
    element.setAttribute('popup', '')
  })
  const [popup] = await Promise.all([page.waitForEvent('popup'), provider(page, 'Acme').click()])
  await agree(popup, name)
  await popup.getByRole('button', { name: allMessages.en.thirdParty.create }).click()
  await expect(page.locator('#status')).toHaveText(`Signed in as ${name}.`)
})

test('links Google from the account page, and removes it again', async ({ page }, { retry }) => {
  const [name, other, email] =
    retry === 0 ? ['Noa', 'Leo Brandt', 'leo@example.com'] : ['Pia', 'Sam Okoye', 'sam@example.com']
  const t = allMessages.en.bind
  await signUpByAcme(page, name)
  await page.goto(SECURITY)
  await page.getByRole('link', { name: t.linkOf('Google') }).click()
  await agree(page, other)
  await new Captcha(page, 'en').passByMouse()
  await expect(page).toHaveURL(SECURITY)
  await expect(page.getByText(ownEn.linkedAccounts.linked('Google'))).toBeInViewport()
  await expect(page.getByText(email)).toBeInViewport()
  await page.getByRole('button', { name: t.unlinkOf('Google') }).click()
  await expect(page.getByRole('link', { name: t.linkOf('Google') })).toBeVisible()
})

test('proves by Google that an address may be removed', async ({ page }, { retry }) => {
  const [name, email] =
    retry === 0 ? ['Finn Berg', 'finn@example.com'] : ['Ola Lind', 'ola@example.com']
  await Element.open(page, 'en', '/sign-up')
  await provider(page, 'Google').click()
  await agree(page, name)
  await page.getByRole('button', { name: allMessages.en.thirdParty.create }).click()
  await expect(page).toHaveURL('/account-setting')
  await page.goto(SECURITY)
  const { bind, secondVerify } = allMessages.en
  await page.getByRole('button', { name: bind.removeOf(bind.email) }).click()
  await page.getByRole('button', { name: bind.remove, exact: true }).click()
  await page.getByRole('radio', { name: secondVerify.provider('Google', email) }).check()
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: secondVerify.openProvider('Google') }).click(),
  ])
  await agree(popup, name)
  await expect(page.getByText(bind.removed(bind.email))).toBeVisible()
  expect(popup.isClosed()).toBe(true)
})

test('links an account of the same address only once its owner signs in', async ({
  page,
  request,
}, { retry }) => {
  const [name, login] = retry === 0 ? ['Kai Tanaka', 'kai'] : ['Liv Dahl', 'liv']
  await signUpByAcme(page, name)
  await page.context().clearCookies()
  await Element.open(page, 'en', '/login')
  await provider(page, 'GitHub').click()
  await agree(page, name)
  const t = allMessages.en.thirdParty
  await expect(page.getByRole('heading', { name: t.link })).toBeFocused()
  const element = new Element(page, 'en')
  await element.choose('byCode')
  await element.field('address').fill(`${login}@example.com`)
  await element.button('sendCode').click()
  await new Captcha(page, 'en').passByMouse()
  await element.field('code').fill(await new Mailbox(request).code(`${login}@example.com`))
  await expect(page).toHaveURL('/account-setting')
  await page.goto(SECURITY)
  await expect(page.getByText(login, { exact: true })).toBeVisible()
})

test('moves a linked account from another account', async ({ page }, { retry }) => {
  const name = retry === 0 ? 'Uwe Kern' : 'Yui Abe'
  await signUpByAcme(page, name)
  await page.context().clearCookies()
  await signUp(page.request, 'Owner of two')
  await page.goto(SECURITY)
  const { bind, thirdParty: t } = allMessages.en
  await page.getByRole('link', { name: bind.linkOf('Acme') }).click()
  await agree(page, name)
  await new Captcha(page, 'en').passByMouse()
  await expect(page.getByRole('heading', { name: t.move.connection })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: bind.move }).click()
  await expect(page).toHaveURL(SECURITY)
  await expect(page.getByRole('button', { name: bind.unlinkOf('Acme') })).toBeVisible()
})

test('asks whether to move an address, and says why it cannot', async ({ page }) => {
  const t = allMessages.ja.thirdParty
  await page.goto('/ja/third-party-oauth#move=email.1001.unknown')
  await expect(page.getByRole('heading', { name: t.move.email })).toBeFocused()
  await expect(page).toHaveURL('/ja/third-party-oauth?next=%2Fja%2Faccount-setting')
  await expect(page.getByRole('link', { name: t.notNow })).toHaveAttribute(
    'href',
    '/ja/account-setting',
  )
  await page.getByRole('button', { name: allMessages.ja.bind.move }).click()
  await expect(page.getByRole('heading', { name: t.failed })).toBeFocused()
  await expect(page.getByText(errorMessagesJa.session_expired)).toBeVisible()
})

test('cancels a deletion after the return from a provider', async ({ page, request }, {
  retry,
}) => {
  const [name, email] =
    retry === 0 ? ['Ada Holm', 'ada@example.com'] : ['Bo Lund', 'bo@example.com']
  await signUpByAcme(page, name)
  scheduleDeletion(name)
  await page.context().clearCookies()
  await Element.open(page, 'en', '/login?next=/pricing')
  await provider(page, 'Acme').click()
  await agree(page, name)
  await new Element(page, 'en').confirmByCode(new Mailbox(request), email, 1)
  const { stopped } = allMessages.en
  await expect(page.getByRole('heading', { name: stopped.closing })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: stopped.keep }).click()
  await expect(page).toHaveURL('/pricing')
})

test('reports an unreachable server if the element does not load', async ({ page }) => {
  await page.route('**/passport-login.js', (route) => route.abort())
  await page.goto('/github-oauth-callback')
  await expect(page.getByRole('heading', { name: en.lostTitle })).toBeFocused()
  await expect(page.getByText(en.lost)).toBeVisible()
})

test('reports a cancelled sign-in, with a link back', async ({ page }) => {
  await Element.open(page, 'en', '/login?next=/blog')
  await provider(page, 'Acme').click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(errorMessages.platform_unauthorized)).toBeVisible()
  await expect(page).toHaveURL('/third-party-oauth-callback/oidc?next=%2Fblog')
  await page.getByRole('link', { name: allMessages.en.common.tryAgain }).click()
  await expect(page).toHaveURL('/login?next=%2Fblog')
})

test('reports a cancelled captcha, with a link back', async ({ page }, { retry }) => {
  const name = retry === 0 ? 'Ivy Moore' : 'Tom Reyes'
  await signUpByAcme(page, name)
  await page.context().clearCookies()
  await Element.open(page, 'en', '/login?next=/blog')
  await provider(page, 'Acme').click()
  await agree(page, name)
  const { cancel } = allMessages.en.secondVerify
  await page.locator('passport-login').getByRole('button', { name: cancel }).click()
  await expect(page.getByText(allMessages.en.thirdParty.closed)).toBeVisible()
  await expect(page.getByRole('link', { name: allMessages.en.common.tryAgain })).toHaveAttribute(
    'href',
    /^\/login\?next=.*blog$/,
  )
})

test('asks for another username if one is refused, and again after a network failure', async ({
  page,
}, { retry }) => {
  await Element.open(page, 'en', '/sign-up')
  await provider(page, 'GitHub').click()
  await agree(page, retry === 0 ? 'Admin' : 'Ghost')
  const name = page.getByLabel(allMessages.en.thirdParty.name)
  await name.fill('Administrator')
  await page.getByRole('button', { name: allMessages.en.thirdParty.create }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(errorMessages.text_refused)
  await expect(name).toHaveValue('Administrator')
  await page.context().setOffline(true)
  await name.fill('Robin Vale')
  await page.getByRole('button', { name: allMessages.en.thirdParty.create }).click()
  await expect(
    page.getByText(allMessages.en.common.offline).filter({ visible: true }),
  ).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: allMessages.en.thirdParty.create }).click()
  await expect(page).toHaveURL('/account-setting')
  await expect(page.locator('[data-part=identity]')).toContainText('Robin Vale')
})

test('accepts a callback once, and says so the second time', async ({ page }) => {
  await Element.open(page, 'en', '/login')
  await provider(page, 'Acme').click()
  const [returned] = await Promise.all([
    page.waitForRequest((request) => request.url().includes('third-party-oauth-callback')),
    page.getByRole('button', { name: 'Leo Brandt' }).click(),
  ])
  await expect(
    page.getByRole('heading', { name: allMessages.en.thirdParty.notLinked }),
  ).toBeVisible()
  await page.goto(returned.url())
  await expect(page.getByText(errorMessages.oauth_state_invalid)).toBeVisible()
})

test('explains a callback without parameters, without a server call', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('/ja/google-oauth-callback')
  await expect(page.getByText(errorMessagesJa.oauth_state_invalid)).toBeVisible()
  expect(requests.filter((path) => path.startsWith('/passport/'))).toEqual([])
})

test('accepts no return URL of another site', async ({ page }) => {
  await Element.open(page, 'en', `/login?next=${encodeURIComponent('/x/..//evil.example')}`)
  const href = await provider(page, 'GitHub').getAttribute('href')
  const next = new URL(href ?? '', page.url()).searchParams.get('next')
  expect(next).toBe('/account-setting')
})

test('redirects to no other site, whatever the URL of a callback page says', async ({ page }) => {
  for (const next of ['https://evil.example/', 'javascript:alert(1)', '//evil.example']) {
    for (const path of ['/third-party-oauth?error=csrf_error', '/github-oauth-callback?code=x']) {
      await page.goto(`${path}&next=${encodeURIComponent(next)}`)
      await expect(
        page.getByRole('heading', { name: allMessages.en.thirdParty.failed }),
      ).toBeVisible()
      await expect(
        page.getByRole('link', { name: allMessages.en.common.tryAgain }),
      ).toHaveAttribute('href', '/login')
    }
  }
})

test('explains an expired sign-in at another host', async ({ page }) => {
  const late = '/passport/sso/login/callback?aid=1001&language=en&ticket=late&next=/pricing'
  await page.goto(late)
  await expect(page).toHaveURL('/login?error=8114&next=%2Fpricing')
  await expect(page.getByText(errorMessages.sso_ticket_invalid)).toBeVisible()
  await page.goto('/login')
  await expect(page.getByText(errorMessages.sso_ticket_invalid)).toBeHidden()
})
