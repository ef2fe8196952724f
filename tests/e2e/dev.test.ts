import { expect, test } from 'playwright/test'
import { errorMessages } from '../../protocol/messages/en/errors.ts'
import { developAll, type Developed } from '../support/develop.ts'
import { Element } from './pages/element.ts'
import { signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'

let developed: Developed

test.beforeAll(async () => {
  developed = await developAll()
  await expect
    .poll(() => developed.read('/passport-login.js'), { timeout: 100_000 })
    .toContain('import')
})

test.afterAll(() => developed.close())

// A build hides some mistakes: it writes constants where they are used, even before they are set.
test('shows the sign-in form and the account page while they are developed', async ({ page }) => {
  test.slow()
  // The first visit makes Vite gather packages, and may load the page again.
  await page.goto(`${developed.origin}/login`)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    `${developed.origin}/login`,
  )
  const complaints = watch(page)
  const element = await Element.open(page, 'en', `${developed.origin}/login`)
  await element.signIn('nobody@example.com', 'seven quiet otters')
  await expect(element.root.getByText(errorMessages.password_error)).toBeVisible()

  await signUp(page.request, 'Ada', developed.origin)
  await page.goto(`${developed.origin}/account-setting`)
  await expect(page.locator('[data-part=identity]')).toContainText('Ada')
  expect(complaints).toEqual([])
})
