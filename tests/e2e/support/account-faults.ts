import { test, type BrowserContext, type Locator, type Page, type Route } from 'playwright/test'
import { account } from '../../../src/messages/en/account.ts'
import { signUp } from '../pages/person.ts'

/** Signs Fay in for the tests of a file; each call of a page goes out by itself, so that one may fail. */
export function signFayIn(): void {
  let cookies: Awaited<ReturnType<BrowserContext['cookies']>> = []
  test.beforeAll(async ({ browser }) => {
    const context = await browser.newContext()
    await signUp(context.request, 'Fay')
    cookies = await context.cookies()
    await context.close()
  })
  test.beforeEach(async ({ context }) => {
    await context.addCookies(cookies)
    await context.route('**/*__loader=account-setting*', cut)
  })
}

/** Breaks the connection of a request. */
export function cut(route: Route): Promise<void> {
  return route.abort('connectionreset')
}

/** The notices that are shown. */
export function toasts(page: Page): Locator {
  return page.getByRole('log', { name: account.settings.notices }).locator('.toast')
}

/** A section of a page, by its title. */
export function section(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true })
}
