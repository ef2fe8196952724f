import { expect, type APIRequestContext } from 'playwright/test'
import { createInvitationByEmail } from '#protocol/web/invitations.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { createOrganization } from '#protocol/web/organizations.ts'
import { createClient, type Client } from '../../support/client.ts'
import { ACCOUNT } from '../support/addresses.ts'
import { Mailbox } from './mailbox.ts'
import { PASSWORD } from './person.ts'
import { freshEmail } from './words.ts'

const aff = { family: 'aff' } as const

/** An organization of the server under test, and what its manager does. */
export interface Company {
  id: string
  name: string
  manager: Client
  /** Invites an address, and answers the link in the message. */
  invite(email: string, more?: { deputy_name?: string; next_url?: string }): Promise<string>
}

/** Makes an organization whose manager is a new person. */
export async function createCompany(request: APIRequestContext): Promise<Company> {
  const manager = createClient((call) => fetch(call, { redirect: 'manual' }), ACCOUNT)
  const email = freshEmail('manager')
  const language = 'en'
  await manager.form('/form/sign-up', { email, step: 'send', language })
  const code = await new Mailbox(request).code(email)
  const account = { email, code, password: PASSWORD, name: 'Mia', step: 'finish', language }
  expect((await manager.form('/form/sign-up', account)).status).toBe(303)
  // A form leaves the token of its session in a cookie; a call answers it.
  await manager.call(accountInfo, {})
  const name = `Harbour ${Date.now().toString(36)}`
  const created = await manager.call(createOrganization, { subject_name: name }, aff)
  expect(created.error).toBe(undefined)
  const id = created.data.subject_uid
  return {
    id,
    name,
    manager,
    async invite(to, more = {}) {
      const invited = await manager.call(
        createInvitationByEmail,
        { subject_uid: id, email: to, deputy_name: 'Ben', ...more },
        aff,
      )
      expect(invited.error).toBe(undefined)
      let link = ''
      await expect
        .poll(async () => {
          const [newest] = await new Mailbox(request).messages(to)
          link = /\S+\/form\/invitation\?\S+/.exec(newest?.body ?? '')?.[0] ?? ''
          return link
        })
        .not.toBe('')
      return link
    },
  }
}
