import { expect, onTestFinished, test, vi } from 'vitest'
import { agreeToManage } from '#protocol/web/manager-transfer.ts'
import { leaveOrganization } from '#protocol/web/organizations.ts'
import {
  createTransferFlow,
  type TransferFlow,
} from '../../widget/src/enterprise/flows/transfer.ts'
import { enterprise as t } from '../../widget/src/messages/en/enterprise.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { createCompany, type Company, type Member } from '../support/companies.ts'
import { transferredLately } from '../support/organizations.ts'
import { createTestServer, type TestServer } from '../support/test-server.ts'
import { toRequest } from './browser.ts'
import { form } from './instance.ts'
import { openConsole, questionOf } from './open-console.ts'

const { common } = allMessages.en

test('shows until when a hand-over waits before it asks for a code', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  await transferredLately(server, company.id)
  const { store } = await openConsole(server, company.manager)
  const flow = createTransferFlow(store, t)
  await flow.load()
  const until = Math.ceil(server.clock.now() / 1000) + 3 * 24 * 3600
  expect(flow.$step.get()).toEqual({ at: 'held', until })
  server.clock.passSeconds(3 * 24 * 3600)
  await flow.load()
  expect(flow.$step.get()).toMatchObject({ at: 'begin' })
  flow.dispose()
})

/** Proves the manager and sends a member the code. */
async function chooseSuccessor(
  server: TestServer,
  { manager }: Company,
  flow: TransferFlow,
  { id }: Member,
): Promise<void> {
  server.clock.passSeconds(61)
  // The page compares its clock with times of the server.
  vi.setSystemTime(server.clock.now())
  onTestFinished(() => void vi.useRealTimers())
  await flow.sendOwnCode()
  const code = await server.codeFor(manager.person.email)
  expect(await flow.submit(form({ code }))).toBe(true)
  await flow.query.load()
  const member = flow.query.$state.get().rows.find((one) => one.membershipId === id)
  if (member) await flow.choose(member)
  expect(flow.$formError.get()).toBe(undefined)
  expect(flow.$step.get()).toMatchObject({ at: 'wait', to: member?.memberName })
}

test('says that a hand-over has ended when the member leaves, and not when the manager cancels', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const ben = await company.join('Ben')
  const { store } = await openConsole(server, company.manager)
  const flow = createTransferFlow(store, t)
  await flow.load()
  const chooseBen = (): Promise<void> => chooseSuccessor(server, company, flow, ben)
  await chooseBen()
  flow.askCancel()
  expect(flow.$step.get()).toMatchObject({ at: 'wait' })
  expect(await (await questionOf(store)).submit(form({}))).toBe(true)
  await vi.waitFor(() => expect(store.$notice.get()).toBe(t.transfer.cancelled))
  await chooseBen()
  expect((await ben.call(leaveOrganization, {})).error).toBe(undefined)
  await flow.load()
  expect(flow.$step.get()).toMatchObject({ at: 'begin' })
  await vi.waitFor(() => expect(store.$notice.get()).toBe(t.transfer.ended))
  flow.dispose()
})

test('finishes a hand-over whose reply was lost by trying again', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const ben = await company.join('Ben')
  let isLost = true
  const { store } = await openConsole(server, company.manager, (send) => async (...call) => {
    const { url } = toRequest(...call)
    const reply = await send(...call)
    if (!isLost || !/admin\/transfer\b/.test(url)) return reply
    isLost = false
    throw new TypeError('no network')
  })
  const flow = createTransferFlow(store, t)
  await flow.load()
  await chooseSuccessor(server, company, flow, ben)
  const code = await server.codeFor(ben.person.email)
  expect((await ben.call(agreeToManage, { code })).error).toBe(undefined)
  await flow.load()
  flow.askTransfer()
  const question = await questionOf(store)
  expect(await question.submit(form({}))).toBe(false)
  expect(question.$formError.get()?.text).toBe(common.offline)
  expect(await question.submit(form({}))).toBe(true)
  expect(flow.$step.get()).toEqual({ at: 'done', to: 'Ben' })
  flow.dispose()
})

test('ends the session of the new manager, without a guess at the reason', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const ben = await company.join('Ben')
  const managing = await openConsole(server, company.manager)
  const handing = createTransferFlow(managing.store, t)
  await handing.load()
  await chooseSuccessor(server, company, handing, ben)
  const { store } = await openConsole(server, ben)
  const flow = createTransferFlow(store, t)
  await flow.load()
  const code = await server.codeFor(ben.person.email)
  // As when the tab is opened anew and the code is there at once.
  void flow.load()
  expect(await flow.submit(form({ code }))).toBe(true)
  expect(flow.$step.get()).toMatchObject({ at: 'has-agreed' })
  await handing.load()
  handing.askTransfer()
  expect(await (await questionOf(managing.store)).submit(form({}))).toBe(true)
  await flow.load()
  expect(store.$state.get()).toEqual({
    at: 'signed-out',
    from: 'Harbour KK',
    hasAgreed: true,
  })
  handing.dispose()
  flow.dispose()
})
