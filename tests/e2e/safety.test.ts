import { expect, test } from 'playwright/test'
import { account as t } from '../../widget/src/messages/en/account/account.ts'
import { account as ja } from '../../widget/src/messages/ja/account/account.ts'
import { expectAccessible } from './pages/axe.ts'
import { signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { addAuthenticator } from './support/authenticator.ts'

const { states, steps, title } = t.safety

test('says in a sentence how safe the account is, and leads to what makes it safer', async ({
  page,
}) => {
  const complaints = watch(page)
  await addAuthenticator(page)
  await signUp(page.request, 'Tess')
  await page.goto('/account-setting/security')
  const safety = page.getByRole('region', { name: title, exact: true })
  await expect(safety).toContainText(states.basic)
  await expectAccessible(page)
  await safety.getByRole('button', { name: steps.add_device }).click()
  const section = page.getByRole('region', { name: t.twoStep.title, exact: true })
  await expect(section).toBeFocused()

  await section.getByRole('button', { name: t.passkeys.add }).click()
  await section.getByRole('button', { name: t.recoveryCodes.saved }).click()
  await expect(safety.getByRole('listitem')).toHaveText([steps.require_level])
  await section.getByRole('button', { name: t.apps.demand.begin.button }).click()
  const question = page.getByRole('dialog', { name: t.apps.demand.begin.question })
  await question.getByRole('button', { name: t.apps.demand.begin.button, exact: true }).click()
  await expect(safety).toHaveText(states.good)
  await page.goto('/ja/account-setting/security')
  await expect(page.getByRole('region', { name: ja.safety.title, exact: true })).toHaveText(
    ja.safety.states.good,
  )
  expect(complaints).toEqual([])
})
