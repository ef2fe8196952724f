import { expect, type APIRequestContext, type Browser, type Page } from 'playwright/test'
import { ACCOUNT } from '../support/addresses.ts'
import { Mailbox } from './mailbox.ts'
import { PASSWORD, signUp } from './person.ts'

/** The page that manages an organization. */
export const CONSOLE = '/account-setting/components/organization'

/** Creates an organization as the signed-in person, who acts for it from then on. */
export async function foundCompany(request: APIRequestContext, name: string): Promise<void> {
  const create = async (): Promise<string> => {
    const { cookies } = await request.storageState()
    const token = cookies.find((cookie) => cookie.name === 'passport_csrf_token')?.value ?? ''
    const answer = await request.post(
      `${ACCOUNT}/passport/aff/web/subject/create?aid=1001&account_sdk_source=web`,
      {
        form: { subject_name: name },
        headers: { origin: ACCOUNT, 'x-tt-passport-csrf-token': token },
      },
    )
    return await answer.text()
  }
  // The first attempt may be refused for lack of a CSRF token, and sets its cookie.
  await expect.poll(create).toContain('"message":"success"')
}

/** Accepts the newest invitation to an address, as the person of this browser. */
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
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Signs in by the form of browsers without JavaScript. */
export async function signInAgain(request: APIRequestContext, email: string): Promise<void> {
  const answer = await request.post(`${ACCOUNT}/form/login`, {
    form: { account: email, password: PASSWORD, aid: '1001' },
    headers: { origin: ACCOUNT },
  })
  expect(answer.url(), await answer.text()).not.toContain('/form/login')
}

/** Somebody with a browser of their own. */
export async function openPerson(
  browser: Browser,
  name: string,
): Promise<{ page: Page; email: string }> {
  const page = await (await browser.newContext()).newPage()
  return { page, email: await signUp(page.request, name) }
}
