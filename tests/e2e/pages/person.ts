import { expect, type APIRequestContext } from 'playwright/test'
import { ACCOUNT } from '../support/addresses.ts'
import { Mailbox } from './mailbox.ts'
import { freshEmail } from './words.ts'

/** The password of everybody. */
export const PASSWORD = 'seven quiet otters'

/**
 * Makes an account and answers its address. It is done by the forms of browsers without JavaScript,
 * in a moment; the browser whose `request` this is is signed in.
 */
export async function signUp(
  request: APIRequestContext,
  name: string,
  server = ACCOUNT,
): Promise<string> {
  const email = freshEmail('person')
  const post = async (step: 'send' | 'finish', more: Record<string, string>): Promise<string> => {
    const form = { email, step, aid: '1001', ...more }
    const headers = { origin: server }
    const answer = await request.post(`${server}/form/sign-up`, { form, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.url()
  }
  await post('send', {})
  const code = await new Mailbox(request, server).code(email)
  expect(await post('finish', { code, password: PASSWORD, name })).toBe(`${server}/account-setting`)
  return email
}
