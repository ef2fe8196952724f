import { expect, type APIRequestContext, type Browser, type Page } from 'playwright/test'
import { ACCOUNT } from '../support/addresses.ts'
import { Mailbox } from './mailbox.ts'
import { signUp } from './person.ts'

/** The page that manages an organization. */
export const CONSOLE = '/account-setting/components/organization'

/** Founds an organization as whoever is signed in, who acts for it from then on. */
export async function foundCompany(request: APIRequestContext, name: string): Promise<void> {
  // The refusal brings the token that the next try carries.
  const answers = [await createSubject(request, name, ''), '']
  const token = await csrfOf(request)
  answers[1] = await createSubject(request, name, token)
  expect(answers[1]).toContain('"message":"success"')
}

async function createSubject(
  request: APIRequestContext,
  name: string,
  token: string,
): Promise<string> {
  const answer = await request.post(
    `${ACCOUNT}/passport/aff/web/subject/create?aid=1001&account_sdk_source=web`,
    {
      form: { subject_name: name },
      headers: { origin: ACCOUNT, 'x-tt-passport-csrf-token': token },
    },
  )
  return await answer.text()
}

async function csrfOf(request: APIRequestContext): Promise<string> {
  const { cookies } = await request.storageState()
  return cookies.find(({ name }) => name === 'passport_csrf_token')?.value ?? ''
}

/** Accepts the newest invitation to an address, as the one whose browser this is. */
export async function acceptInvitation(request: APIRequestContext, email: string): Promise<void> {
  let ticket = ''
  await expect
    .poll(async () => {
      const [newest] = await new Mailbox(request).messages(email)
      ticket = /ticket=([\w-]+)/.exec(newest?.body ?? '')?.[1] ?? ''
      return ticket
    })
    .not.toBe('')
  const answer = await request.post(`${ACCOUNT}/form/invitation`, {
    form: { ticket, action: 'accept', aid: '1001' },
    headers: { origin: ACCOUNT },
  })
  expect(answer.url()).toContain(`${ACCOUNT}/form/identity`)
}

/** Somebody with a browser of their own. */
export async function openPerson(
  browser: Browser,
  name: string,
): Promise<{ page: Page; email: string }> {
  const page = await (await browser.newContext()).newPage()
  return { page, email: await signUp(page.request, name) }
}
