import { expect, onTestFinished, test, vi } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { createOutboxWorker, type Sender } from '../../../server/delivery/outbox-worker.ts'
import { outboxRepository } from '../../../server/store/outbox-repository.ts'
import { listenForMail, listenForTexts } from '../../support/receivers.ts'
import { createTestServer, createTwoServers, type TestServer } from '../../support/test-server.ts'
import type { OutboxMessage } from '../../../server/store/schema/messages.ts'

type Channel = OutboxMessage['channel']

const channels = ['email', 'mobile', 'lark', 'logout'] satisfies Channel[]
/** A busy machine is slow; what is asked for is an order. */
const WAIT = { timeout: 20_000 }

const numbers = Array.from({ length: 20 }, (_, index) => index)

const recipientsOf = {
  email: (name: string) => `ann@${name}.example`,
  mobile: (name: string) => `+81 ${name}`,
  lark: (name: string) => `ou_${name}`,
  logout: (name: string) => `client-${name}`,
}

test('keeps messages of every channel on time beside twenty hanging receivers of each', async () => {
  const server = await createTestServer()
  const { worker, begun, release } = await hangingWorker(server)
  for (const channel of channels) {
    await write(
      server,
      numbers.map((at) => [channel, recipientsOf[channel](`hanging-${at}`)] as const),
    )
    await write(server, [[channel, recipientsOf[channel]('healthy')]])
  }
  worker.wake()
  const healthy = channels.map((channel) => recipientsOf[channel]('healthy'))
  await expect.poll(() => begun, WAIT).toEqual(expect.arrayContaining(healthy))
  // In the order of writing, because none of the hanging ones had to end first.
  expect(begun.filter((recipient) => recipient.endsWith('.example'))).toEqual([
    ...numbers.map((at) => recipientsOf.email(`hanging-${at}`)),
    recipientsOf.email('healthy'),
  ])
  release()
  await worker.close()
})

test('sends at most a few messages to a slow receiver at once', async () => {
  const server = await createTestServer()
  const { worker, begun, release } = await hangingWorker(server)
  for (const channel of channels) {
    const recipient = recipientsOf[channel]('hanging')
    await write(
      server,
      Array.from({ length: 60 }, () => [channel, recipient] as const),
    )
    await write(server, [[channel, recipientsOf[channel]('healthy')]])
  }
  worker.wake()
  const healthy = channels.map((channel) => recipientsOf[channel]('healthy'))
  await expect.poll(() => begun, WAIT).toEqual(expect.arrayContaining(healthy))
  const countOf = (channel: (typeof channels)[number]): number =>
    begun.filter((recipient) => recipient === recipientsOf[channel]('hanging')).length
  // Those of the first places, and up to four that are slow before no more are taken.
  expect(countOf('email')).toBeLessThanOrEqual(5 + 4)
  for (const channel of ['mobile', 'lark', 'logout'] as const) {
    expect(countOf(channel)).toBeLessThanOrEqual(20 + 4)
  }
  release()
  await worker.idle()
  expect(channels.map(countOf)).toEqual([60, 60, 60, 60])
  await worker.close()
})

test('keeps codes on time beside a hanging mail server of others and a hanging gateway', async () => {
  const mails = await listenForMail((recipient) =>
    recipient.endsWith('@hanging.example') ? undefined : '250 ok',
  )
  const gateway = await listenForTexts((to) => (to === '+819012345678' ? 200 : undefined))
  const server = await createTestServer({
    settings: {
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      MAIL_FROM: 'id@example.com',
      SMS_URL: `http://127.0.0.1:${gateway.port}/send`,
    },
  })
  for (const at of numbers) {
    await server.client().call(sendCode, { email: `a${at}@hanging.example`, type: 13 })
    await server.client().call(sendCode, { mobile: `+8190123400${at + 10}`, type: 24 })
  }
  await server.client().call(sendCode, { email: 'ann@example.com', type: 13 })
  await server.client().call(sendCode, { mobile: '+819012345678', type: 24 })
  await expect.poll(() => mails.received.length, WAIT).toBe(1)
  await expect
    .poll(() => gateway.received, WAIT)
    .toContainEqual(expect.objectContaining({ to: '+819012345678' }))
  // Hardly any of the hanging ones had to end before, however busy the machine is.
  const ended = server.lines.filter((line) => line.includes('message not sent'))
  expect(ended.length).toBeLessThan(20)
})

test('leaves a mail server whose answer never ends', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const short = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100))
  onTestFinished(() => short.mockRestore())
  const mails = await listenForMail(() => '250-more\r\n250-and more')
  const server = await createTestServer({
    settings: { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: 'id@example.com' },
  })
  await server.client().call(sendCode, { email: 'ann@example.com', type: 13 })
  await expect.poll(() => mails.asked, WAIT).toHaveLength(1)
  expect(short).toHaveBeenCalledWith(25_000)
  await expect.poll(mails.open, WAIT).toBe(0)
})

test('sends each message once while two servers meet the same slow receiver', async () => {
  const [one, two] = await createTwoServers()
  const workers = [await hangingWorker(one), await hangingWorker(two)]
  await write(
    one,
    Array.from({ length: 40 }, (_, at) => [
      'email',
      at % 2 ? 'a@hanging.example' : `a${at}@b.example`,
    ]),
  )
  for (const { worker } of workers) worker.wake()
  const begun = (): string[] => workers.flatMap((each) => each.begun)
  await expect
    .poll(() => begun().filter((recipient) => recipient.endsWith('@b.example')).length, WAIT)
    .toBe(20)
  for (const { release } of workers) release()
  for (const { worker } of workers) await worker.idle()
  expect(begun()).toHaveLength(40)
  for (const { worker } of workers) await worker.close()
})

test('ends what is being sent before it closes, and leaves the rest to others', async () => {
  const server = await createTestServer()
  const { worker, begun, release } = await hangingWorker(server)
  await write(
    server,
    Array.from({ length: 12 }, (_, at) => ['email', recipientsOf.email(`hanging-${at}`)] as const),
  )
  worker.wake()
  await expect.poll(() => begun.length, WAIT).toBe(5)
  let isClosed = false
  const closing = worker.close().then(() => {
    isClosed = true
  })
  await new Promise(setImmediate)
  expect(isClosed).toBe(false)
  release()
  await closing
  expect(begun).toHaveLength(5)
  expect((await server.app.services.outbox.backlog()).count).toBe(7)
})

test('gives a message that nobody finished to another server after its lease', async () => {
  const [one, two] = await createTwoServers()
  const [killed, living] = [await hangingWorker(one), await hangingWorker(two)]
  await write(one, [['mobile', recipientsOf.mobile('hanging')]])
  killed.worker.wake()
  await expect.poll(() => killed.begun.length, WAIT).toBe(1)
  living.worker.wake()
  await living.worker.idle()
  expect(living.begun).toEqual([])
  two.clock.passSeconds(61)
  living.worker.wake()
  await expect.poll(() => living.begun, WAIT).toEqual([recipientsOf.mobile('hanging')])
  killed.release()
  living.release()
  await killed.worker.close()
  await living.worker.close()
})

// A worker whose senders hang for recipients that say so, until they are released.
async function hangingWorker(server: TestServer) {
  const begun: string[] = []
  const released = Promise.withResolvers<void>()
  const sender: Sender = {
    send: async ({ recipient }) => {
      begun.push(recipient)
      if (recipient.includes('hanging')) await released.promise
      return ''
    },
  }
  const { services } = server.app
  // The server's own worker would take the messages.
  await services.outboxWorker.close()
  const senders = { email: sender, mobile: sender, lark: sender, logout: sender }
  const repository = outboxRepository(server.database.query)
  const worker = createOutboxWorker(repository, senders, server.clock.now, services.log, () => {})
  return { worker, begun, release: () => released.resolve() }
}

let written = 0

async function write(
  { clock, database }: TestServer,
  messages: readonly (readonly [Channel, string])[],
): Promise<void> {
  await outboxRepository(database.query).insert(
    messages.map(([channel, recipient]) => ({
      id: String(written++).padStart(8, '0'),
      channel,
      recipient,
      subject: '',
      body: '',
      html: '',
      sender: '',
      code: '',
      oneClick: '',
      createdAt: clock.now(),
      attempts: 0,
      logId: '',
    })),
  )
}
