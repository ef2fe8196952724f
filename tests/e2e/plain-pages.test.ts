import { expect, test, type Locator, type Page } from 'playwright/test'
import { expectAccessible } from './pages/axe.ts'
import { foundCompany } from './pages/company.ts'
import { expectReadable } from './pages/large-text.ts'
import { signUp } from './pages/person.ts'
import { freshEmail, pathIn } from './pages/words.ts'

/** Sends a form as a browser without scripts would, from the page that is open. */
async function post(page: Page, action: string, fields: Record<string, string>): Promise<void> {
  await page.goto('/device')
  await Promise.all([
    page.waitForURL((url) => url.pathname === action),
    page.evaluate(
      ([path, values]) => {
        const form = document.createElement('form')
        Object.assign(form, { method: 'post', action: path })
        for (const [name, value] of Object.entries(values)) {
          form.append(Object.assign(document.createElement('input'), { name, value }))
        }
        document.body.append(form)
        form.submit()
      },
      [action, fields] as const,
    ),
  ])
}

/** One page of each kind, and how it is reached. */
const templates: Record<string, (page: Page, language: string) => Promise<unknown>> = {
  'a refused sign-in': (page, language) => post(page, '/form/login', { language }),
  'a sent code': (page, language) =>
    post(page, '/form/sign-up', { email: freshEmail('plain'), language }),
  'an account': async (page, language) => {
    await signUp(page.request, 'Annabel Featherstonehaugh')
    await foundCompany(page.request, `Harbour of Rotterdam ${Date.now().toString(36)}`)
    await page.goto(`/form/account?language=${language}`)
  },
  'a choice of organizations': async (page, language) => {
    await signUp(page.request, 'Annabel Featherstonehaugh')
    await foundCompany(page.request, `Harbour of Rotterdam ${Date.now().toString(36)}`)
    await page.goto(`/form/identity?language=${language}`)
  },
  'a wrong code of a device': async (page, language) => {
    await signUp(page.request, 'Ann')
    await post(page, '/form/device', { user_code: 'BCDF-GHJK', language })
  },
  'an outcome': (page, language) => page.goto(`/form/not-me?token=x&language=${language}`),
  'a problem': (page, language) => page.goto(`/form/account?aid=9999&language=${language}`),
}

test('shows plain pages in the theme that was chosen on the site', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/login')
  await page.getByLabel('Dark').check()
  for (const path of ['/device', '/form/account?aid=9999', '/form/recover']) {
    await page.goto(path)
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
    await expectAccessible(page, ['color-contrast'])
  }
  await page.goto('/login')
  await page.getByLabel('System').check()
  await page.goto('/device')
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light dark')
})

for (const [name, open] of Object.entries(templates)) {
  for (const language of ['en', 'ja'] as const) {
    test(`shows ${name} to everybody in ${language}`, async ({ page }) => {
      await open(page, language)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expectAccessible(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page, ['color-contrast'])
      await expectReadable(page)
    })
  }
}

const styles = [
  'background-color',
  'border-radius',
  'color',
  'font-size',
  'font-stretch',
  'font-weight',
  'line-height',
]

/** Looks of the open page on small and large screens in both themes. */
async function looksOf(page: Page): Promise<Record<string, unknown>> {
  const looks: Record<string, unknown> = {}
  for (const width of [390, 1440]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      looks[`${width} px, ${colorScheme}`] = await lookOf(page)
    }
  }
  return looks
}

/** Place and style of what a page of the site and a plain page both have. */
async function lookOf(page: Page): Promise<Record<string, unknown>> {
  await page.evaluate(() => document.fonts.ready)
  const main = page.getByRole('main')
  const heading = page.getByRole('heading', { level: 1 })
  return {
    brand: await drawn(page.locator('header .brand'), ['x', 'y', 'height']),
    language: await drawn(page.locator('header a[hreflang]'), ['x', 'y', 'height']),
    card: await drawn(page.locator('.pl-card, main:has(> h1)').last(), ['x', 'y', 'width']),
    heading: await drawn(heading, ['x', 'y', 'height']),
    label: await drawn(main.locator('label[for=account], label').first(), ['x', 'height']),
    field: await drawn(main.locator('[name=account]'), ['x', 'width', 'height']),
    button: await drawn(main.locator('button[type=submit]'), ['x', 'width', 'height']),
    footer: await drawn(page.locator('footer li a').first(), ['x', 'height']),
  }
}

async function drawn(
  part: Locator,
  sizes: readonly ('x' | 'y' | 'width' | 'height')[],
): Promise<Record<string, unknown>> {
  const box = await part.boundingBox()
  const values = await part.evaluate((element, names) => {
    const computed = getComputedStyle(element)
    return names.map((name) => [name, computed.getPropertyValue(name)])
  }, styles)
  return {
    ...Object.fromEntries(values),
    ...Object.fromEntries(sizes.map((size) => [size, Math.round(box?.[size] ?? 0)])),
  }
}

for (const locale of ['en', 'ja'] as const) {
  test(`looks as the sign-in page on any screen in any theme in ${locale}`, async ({ page }) => {
    await page.goto(pathIn(locale, '/login'))
    const expected = await looksOf(page)
    await post(page, '/form/login', { account: 'ann@example.com', language: locale })
    expect(await looksOf(page)).toEqual(expected)
  })
}
