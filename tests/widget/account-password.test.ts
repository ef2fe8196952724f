import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { errorMessages as errors } from '#protocol/messages/all-errors.ts'
import { createAccountPasswordFlow } from '../../widget/src/account/flows/account-password.ts'
import { judgePassword } from '../../widget/src/ui/flows/password-strength.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { messages as en } from '../../widget/src/messages/en/messages.ts'
import { createTestServer } from '../support/test-server.ts'
import { form } from './instance.ts'
import { openSignedIn } from './signed-in.ts'

const next = 'eight louder otters'

test('changes the password and shows errors at the right field', async () => {
  const server = await createTestServer()
  const { instance, account, person } = await openSignedIn(server)
  const flow = createAccountPasswordFlow({ instance, account })
  const problemOf = async (current_password: string, password: string): Promise<unknown> => {
    expect(await flow.submit(form({ current_password, password }))).toBe(false)
    return flow.$formError.get()
  }
  const words = allMessages.en.accountPassword
  expect(await problemOf('', next)).toEqual({ field: 'current_password', text: words.needCurrent })
  expect(await problemOf('x', 'short')).toEqual({
    field: 'password',
    text: en.common.passwordShort,
  })
  expect(await problemOf(person.password, person.password)).toEqual({
    field: 'password',
    text: words.sameAsCurrent,
  })
  expect(await problemOf('not the one', next)).toEqual({
    field: 'current_password',
    text: words.wrong,
  })
  expect(await problemOf(person.password, 'password1')).toMatchObject({
    field: 'password',
    text: errors.en.password_policy,
  })
  expect(await flow.submit(form({ current_password: person.password, password: next }))).toBe(true)
  const login = await server.client().call(passwordLogin, { email: person.email, password: next })
  expect(login.error).toBeUndefined()
})

test('sets the first password of an account that has none', async () => {
  const server = await createTestServer()
  const client = server.client()
  await client.call(sendCode, { email: 'code@example.com', type: 13 })
  const code = await server.codeFor('code@example.com')
  await client.call(emailCodeLogin, { email: 'code@example.com', code })
  const person = { client, userId: '', email: 'code@example.com', mobile: '', password: '' }
  const { instance, account, events } = await openSignedIn(server, { person })
  const flow = createAccountPasswordFlow({ instance, account })
  expect(await flow.submit(form({ password: next }))).toBe(true)
  expect(account.$state.get()).toMatchObject({ user: { hasPassword: true } })
  expect(events.at(-1)?.detail).toEqual({ what: 'password', did: 'set' })
})

test.each([
  ['short1', 0, 'short'],
  ['password1', 0, 'common'],
  ['P@ssw0rd2024', 1, 'common'],
  ['aaaaaaaaaaaa', 0, 'repeated'],
  ['qwertyuiop12', 0, 'common'],
  ['annexample1', 0, 'personal'],
  ['seven quiet otters', 4, undefined],
  ['静かなカワウソが七匹泳いでいる川', 4, undefined],
] as const)('rates %s', (password, strength, weakness) => {
  const judged = judgePassword(password, ['Ann Example'])
  expect([judged.strength, judged.weakness]).toEqual([strength, weakness])
})
