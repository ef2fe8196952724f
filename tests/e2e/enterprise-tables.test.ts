import { expect, test } from 'playwright/test'
import { enterprise as t } from '../../widget/src/messages/en/enterprise.ts'
import { CONSOLE, foundCompany } from './pages/company.ts'
import { signUp } from './pages/person.ts'

test('tables keep short words whole on a small tablet, and break long ones', async ({ page }) => {
  await signUp(page.request, 'Z'.repeat(60))
  await foundCompany(page.request, 'Harbour Works')
  await page.setViewportSize({ width: 760, height: 800 })
  await page.goto(`${CONSOLE}#roles`)
  const name = page.getByRole('button', { name: t.roles.builtIn.admin, exact: true })
  await expect(name).toBeVisible()
  const lines = await name.evaluate((button) => {
    const range = document.createRange()
    range.selectNodeContents(button)
    return range.getClientRects().length
  })
  expect(lines).toBe(1)
  await page.goto(`${CONSOLE}#activity`)
  await expect(page.getByRole('row').filter({ hasText: 'ZZZ' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(760)
})
