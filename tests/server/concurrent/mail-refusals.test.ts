import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { eraseDueAccounts } from '../../../server/account-deletion/erase-account.ts'
import { pageMessages } from '../../../server/pages/messages/all-messages.ts'
import { createTestDatabase, type TestDatabase } from '../../support/databases.ts'
import { deleteAccount } from '../../support/delete-account.ts'
import { listenForMail, listenForTexts, type MailServer } from '../../support/receivers.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

const DAY = 86_400
const email = 'ann@example.com'

async function serverWith(mails: MailServer, database?: TestDatabase): Promise<TestServer> {
  return await createTestServer({
    settings: { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: 'id@example.com' },
    ...(database && { database }),
  })
}

// Lets all attempts pass that would follow.
async function passAttempts({ app, clock }: TestServer): Promise<void> {
  const { outboxWorker } = app.services
  for (let attempt = 0; attempt < 8; attempt++) {
    await outboxWorker.idle()
    clock.passSeconds(400)
    outboxWorker.wake()
  }
  await outboxWorker.idle()
}

async function refusedBefore(server: TestServer, address = email, type = 13): Promise<unknown> {
  const answer = await server.client().call(sendCode, { email: address, type })
  expect(answer.error).toBeUndefined()
  await server.app.services.outboxWorker.idle()
  return answer.data.mail_refused
}

test('tries a mail once that is refused for good, and says so at the next code', async () => {
  let answer = '550 5.1.1 no such mailbox'
  const mails = await listenForMail(() => answer)
  const server = await serverWith(mails)
  expect(await refusedBefore(server)).toBeUndefined()
  await passAttempts(server)
  expect(mails.asked).toEqual([email])
  expect((await server.app.services.outbox.backlog()).count).toBe(0)
  // The next mail is tried all the same; once one is taken, nothing is said any more.
  answer = '250 ok'
  expect(await refusedBefore(server)).toBe(1)
  expect(mails.received).toHaveLength(1)
  server.clock.passSeconds(60)
  expect(await refusedBefore(server)).toBeUndefined()
  expect(await refusedBefore(server, 'bob@example.com')).toBeUndefined()
})

test('says it for a day, alike for addresses with and without an account', async () => {
  const database = await createTestDatabase(true)
  const before = await createTestServer({ database })
  await before.person({ email })
  const mails = await listenForMail(() => '550 5.1.1 no such mailbox')
  const server = await serverWith(mails, database)
  server.clock.passSeconds(before.clock.now() - server.clock.now() + 60)
  const unknown = 'nobody@example.com'
  for (const type of [13, 16]) {
    const first = [
      await refusedBefore(server, email, type),
      await refusedBefore(server, unknown, type),
    ]
    server.clock.passSeconds(60)
    const second = [
      await refusedBefore(server, email, type),
      await refusedBefore(server, unknown, type),
    ]
    expect([...first, ...second]).toEqual(type === 13 ? [undefined, undefined, 1, 1] : [1, 1, 1, 1])
  }
  server.clock.passSeconds(DAY + 1)
  expect(await refusedBefore(server)).toBeUndefined()
})

test.each([
  ['a recipient is refused for now', { asked: '450 4.2.1 try later' }, 6, undefined],
  ['a mail is refused after its text', { toData: '554 5.7.1 no' }, 1, 1],
  ['the sender is refused', { toSender: '550 5.7.1 not you' }, 1, undefined],
  ['the sender is refused for now', { toSender: '451 4.3.0 later' }, 6, undefined],
  ['the mail server refuses everybody', { greeting: '554 no service' }, 6, undefined],
])(
  'knows what to repeat when %s',
  async (_, { asked, ...answers }: Record<string, string>, attempts, refused) => {
    const mails = await listenForMail(() => asked ?? '250 ok', answers)
    const server = await serverWith(mails)
    await refusedBefore(server)
    await passAttempts(server)
    const lines = server.lines.filter((line) => line.includes('message not sent'))
    expect(lines).toHaveLength(attempts)
    expect(await refusedBefore(server)).toBe(refused)
  },
)

test.each([
  [400, 1],
  [404, 1],
  [422, 1],
  [401, 6],
  [408, 6],
  [429, 6],
  [500, 6],
  [503, 6],
])('hands a text that a gateway answers with %d over %d times', async (status, attempts) => {
  const gateway = await listenForTexts(() => status)
  const server = await createTestServer({
    settings: { SMS_URL: `http://127.0.0.1:${gateway.port}/send` },
  })
  await server.client().call(sendCode, { mobile: '+819012345678', type: 24 })
  await passAttempts(server)
  expect(gateway.received).toHaveLength(attempts)
})

test('forgets a refusal with the account', async () => {
  const server = await createTestServer()
  const { mailRefusals } = server.app.services
  const person = await server.person({ email })
  await mailRefusals.note(email)
  expect((await deleteAccount(server, person)).error).toBeUndefined()
  server.clock.passSeconds(15 * DAY)
  await mailRefusals.note(email)
  expect(await eraseDueAccounts(server.app.services)).toBe(1)
  expect(await mailRefusals.has(email)).toBe(false)
})

test('says it on plain pages, in every language', async () => {
  const server = await createTestServer()
  await server.app.services.mailRefusals.note(email)
  for (const language of ['en', 'ja', 'zh'] as const) {
    const page = await (
      await server.client().form('/form/reset-password', { email, language })
    ).text()
    expect(page).toContain(pageMessages[language].mailRefused)
    server.clock.passSeconds(60)
  }
  const other = await server
    .client()
    .form('/form/reset-password', { email: 'bob@example.com', language: 'en' })
  expect(await other.text()).not.toContain(pageMessages.en.mailRefused)
})
