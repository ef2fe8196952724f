import { expect, test } from 'vitest'
import { accountInfo } from '#protocol/web/login.ts'
import { cancelInvitation, createInvitationByEmail } from '#protocol/web/invitations.ts'
import {
  createInvitationFlow,
  type InvitationState,
} from '../../widget/src/login/flows/invitation.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { createCompany, type Company } from '../support/companies.ts'
import { addMember } from '../support/organizations.ts'
import { createTestServer, type TestServer } from '../support/test-server.ts'
import { form, openInstance, type TestInstance } from './instance.ts'
import { openSignedIn } from './signed-in.ts'

const email = 'ben@example.com'

interface Invited {
  ticket: string
  id: string
}

async function invite({ manager }: Company, next_url?: string, to = email): Promise<Invited> {
  const { data } = await manager.call(createInvitationByEmail, {
    email: to,
    deputy_name: 'Ben',
    ...(next_url !== undefined && { next_url }),
  })
  const ticket = new URL(String(data.link)).searchParams.get('ticket') ?? ''
  return { ticket, id: String(data.invite_id) }
}

function at<Step extends InvitationState['step']>(
  flow: { $state: { get(): InvitationState } },
  step: Step,
): Extract<InvitationState, { step: Step }> {
  const state = flow.$state.get()
  if (state.step !== step) throw new Error(`is at ${state.step}`)
  return state as Extract<InvitationState, { step: Step }>
}

async function actingFor({ instance }: TestInstance): Promise<unknown> {
  return (await instance.client().send(accountInfo, {})).login_subject_uid
}

function opened(server: TestServer, ticket: string): TestInstance {
  return openInstance(server, { attributes: { view: 'invitation', ticket, next: '/home' } })
}

test('joins by a code with a new account, and continues to the invitation’s return URL', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const { ticket } = await invite(company, '/dashboard')
  const page = opened(server, ticket)
  const flow = createInvitationFlow(page.instance)
  expect(await flow.load()).toBe(true)
  expect(at(flow, 'offered')).toMatchObject({ other: '', check: { needsCode: true } })
  await flow.sendCode(form({ name: 'Benjamin', password: 'seven quiet otters' }))
  expect(at(flow, 'code').sent).toBe(1)
  expect(flow.$resendIn.get()).toBeGreaterThan(0)
  expect(await flow.accept(form({ code: '' }))).toBe(false)
  expect(flow.$formError.get()?.field).toBe('code')
  expect(await flow.accept(form({ code: await server.codeFor(email) }))).toBe(true)
  expect(page.events).toContainEqual({
    name: 'passport-success',
    detail: {
      kind: 'sign-up',
      next: '/dashboard',
      user: expect.objectContaining({ name: 'Ben', has_password: 1 }) as unknown,
    },
  })
  expect(page.visited).toEqual(['/dashboard'])
  expect(await actingFor(page)).toBe(company.id)
  flow.dispose()
})

test('asks for another password before the code is used', async () => {
  const server = await createTestServer()
  const { ticket } = await invite(await createCompany(server))
  const flow = createInvitationFlow(opened(server, ticket).instance)
  await flow.load()
  await flow.sendCode(form({ name: 'Ben', password: 'password' }))
  const code = await server.codeFor(email)
  expect(await flow.accept(form({ code }))).toBe(false)
  at(flow, 'offered')
  expect(flow.$formError.get()?.field).toBe('password')
  // The code that was sent still works.
  await flow.sendCode(form({ name: 'Ben', password: 'seven quiet otters' }))
  expect(at(flow, 'code').sent).toBe(1)
  expect(await flow.accept(form({ code }))).toBe(true)
  flow.dispose()
})

test('joins at once if the session has the invited address, also a second time', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const person = await server.person({ email })
  const { ticket } = await invite(company)
  const attributes = { view: 'invitation', ticket, next: '/home' }
  const page = await openSignedIn(server, { person, attributes })
  const flow = createInvitationFlow(page.instance)
  await flow.load()
  expect(at(flow, 'offered').check.needsCode).toBe(false)
  expect(await flow.accept()).toBe(true)
  expect(page.visited).toEqual(['/home'])
  expect(await actingFor(page)).toBe(company.id)
  const again = createInvitationFlow(page.instance)
  await again.load()
  expect(at(again, 'member').check).toMatchObject({
    organizationName: 'Harbour KK',
    status: 'accepted',
  })
  expect(await again.proceed()).toBe(true)
  const other = await openSignedIn(server, { attributes })
  const late = createInvitationFlow(other.instance)
  await late.load()
  expect(at(late, 'ended').end).toBe('used')
})

test('says on our own pages that the person belongs to it now, and leads there by a button', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const person = await server.person({ email })
  const { ticket } = await invite(company)
  const attributes = { view: 'invitation', ticket, next: '/console', pages: '' }
  const page = await openSignedIn(server, { person, attributes })
  const flow = createInvitationFlow(page.instance)
  await flow.load()
  expect(await flow.accept()).toBe(true)
  expect(at(flow, 'joined')).toMatchObject({ organizationName: 'Harbour KK', next: '/console' })
  expect(page.visited).toEqual([])
  expect(await actingFor(page)).toBe(company.id)
})

test('says so where the page has no place to go to', async () => {
  const server = await createTestServer()
  const person = await server.person({ email })
  const { ticket } = await invite(await createCompany(server))
  const page = await openSignedIn(server, { person, attributes: { view: 'invitation', ticket } })
  const flow = createInvitationFlow(page.instance)
  await flow.load()
  expect(await flow.accept()).toBe(true)
  expect(at(flow, 'joined').next).toBe('')
})

test('tells a member that they are in already, and keeps their roles', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const person = await server.person({ email })
  const { ticket } = await invite(company)
  const id = await addMember(server, company.id, person)
  const attributes = { view: 'invitation', ticket, next: '/home' }
  const page = await openSignedIn(server, { person, attributes })
  const flow = createInvitationFlow(page.instance)
  await flow.load()
  at(flow, 'member')
  expect(await flow.proceed()).toBe(true)
  expect(await actingFor(page)).toBe(company.id)
  expect((await company.manager.find(id))?.roles).toEqual(['member'])
  // One that another member owns is left alone.
  const { ticket: theirs } = await invite(company, undefined, 'cleo@example.com')
  page.instance.configure({ ...page.instance.$settings.get(), ticket: theirs }, allMessages.en)
  const second = createInvitationFlow(page.instance)
  await second.load()
  expect(at(second, 'member').check.needsCode).toBe(true)
  expect(await second.proceed()).toBe(true)
})

test('asks the inviter for a new one when it has expired', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const { ticket } = await invite(company)
  const flow = createInvitationFlow(opened(server, ticket).instance)
  server.clock.passSeconds(7 * 24 * 3600 + 1)
  await flow.load()
  expect(at(flow, 'ended').end).toBe('expired')
  expect(await flow.ask()).toBe(true)
  at(flow, 'asked')
  const [mail] = await server.mail(company.manager.person.email)
  expect(mail?.subject).toContain('Ben')
})

test('tells another person whose invitation it is, and lets them switch accounts', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const { ticket } = await invite(company)
  const page = await openSignedIn(server, { attributes: { view: 'invitation', ticket } })
  const flow = createInvitationFlow(page.instance)
  await flow.load()
  expect(at(flow, 'offered').other).toMatch(/^\S.* \(.+\*.+\)$/)
  expect(await flow.accept()).toBe(true)
  expect(page.events.some(({ name }) => name === 'passport-success')).toBe(false)
  flow.go('addresses')
  at(flow, 'addresses')
  flow.go('offered')
  await flow.sendCode()
  await flow.accept(form({ code: await server.codeFor(email) }))
  const user = await page.instance.client().send(accountInfo, {})
  expect(user.login_subject_uid).toBe(company.id)
  expect(user.user_id_str).not.toBe(page.person.userId)
  flow.dispose()
})

test('explains why an invitation cannot be answered', async () => {
  const server = await createTestServer()
  const { ticket } = await invite(await createCompany(server))
  const endOf = async (one: string): Promise<string> => {
    const flow = createInvitationFlow(opened(server, one).instance)
    await flow.load()
    const { end, logId } = at(flow, 'ended')
    // Where a call was refused, its log id leads support to the reason.
    expect(logId?.length).toBe(one.length < 43 ? undefined : 34)
    return end
  }
  expect(await endOf('')).toBe('unknown')
  expect(await endOf('cut-off')).toBe('unknown')
  expect(await endOf('x'.repeat(43))).toBe('unknown')
  server.clock.passSeconds(7 * 24 * 3600 + 1)
  expect(await endOf(ticket)).toBe('expired')
  const { ticket: second } = await invite(await createCompany(server, 'Orchard'))
  const refusal = form({ block: 'subject', report: 'on' })
  const byLink = createInvitationFlow(opened(server, second).instance)
  await byLink.load()
  await byLink.decline(refusal)
  expect(byLink.$formError.get()?.text).toContain('the message that we sent you')
  const [mail] = await server.mail(email)
  const ofMessage = /ticket=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
  const flow = createInvitationFlow(opened(server, ofMessage).instance)
  await flow.load()
  await flow.decline(refusal)
  expect(at(flow, 'declined').isReported).toBe(true)
  expect(await endOf(second)).toBe('used')
})

test('reports an invitation that ends while its page is open', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const { ticket, id } = await invite(company)
  const page = opened(server, ticket)
  const flow = createInvitationFlow(page.instance)
  await flow.load()
  await company.manager.call(cancelInvitation, { invite_id: id })
  expect(await flow.sendCode(form({}))).toBe(true)
  expect(at(flow, 'ended').end).toBe('cancelled')
  expect(page.events).toContainEqual({
    name: 'passport-error',
    detail: expect.objectContaining({ name: 'invitation_cancelled' }) as unknown,
  })
})

test('returns to the invitation after signing in', async () => {
  const server = await createTestServer()
  const { ticket } = await invite(await createCompany(server))
  const { instance } = opened(server, ticket)
  const ben = await openSignedIn(server, { person: await server.person({ email }) })
  const user = await ben.instance.client().send(accountInfo, {})
  instance.go({ name: 'login' })
  await instance.succeed(user)
  expect(instance.$view.get().name).toBe('invitation')
})
