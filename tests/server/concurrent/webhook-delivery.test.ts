import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { readConfig } from '../../../server/config/config.ts'
import { DAY_SECONDS } from '../../../server/lib/clock.ts'
import { createMetrics } from '../../../server/metrics/metrics.ts'
import { loadOf } from '../../../server/metrics/load.ts'
import {
  removeWebhook,
  renewWebhookSecret,
  replayDeliveries,
  switchWebhook,
} from '../../../server/operators/manage-webhooks.ts'
import { createTestClock } from '../../support/clock.ts'
import { typeCommand } from '../../support/command.ts'
import { createTestDatabase } from '../../support/databases.ts'
import { createTestServer, createTwoServers, type TestServer } from '../../support/test-server.ts'
import { eventsOf, hear, startHearing, tell, type WebhookReceiver } from '../../support/webhooks.ts'

/** A busy machine is slow. */
const WAIT = { timeout: 20_000 }

test('tries again after refusals, redirects and broken answers, and less and less often', async () => {
  let answer: 500 | 302 | 'dies' | 204 = 500
  const { server, receiver } = await startHearing({}, ({ type }) =>
    type === 'ping' ? 204 : answer,
  )
  await tell(server)
  await note(server)
  await tell(server)
  const attempts = (): number => eventsOf(receiver, 'user.updated').length
  expect(attempts()).toBe(1)
  for (const [at, [seconds, next]] of (
    [
      [6, 'dies'],
      [6 * 60, 302],
      [36 * 60, 500],
      [2.4 * 3600, 500],
      [6 * 3600, 204],
    ] as const
  ).entries()) {
    // A fifth earlier than the time it was put off by.
    server.clock.passSeconds(seconds * 0.6)
    await tell(server)
    expect(attempts(), `too early, attempt ${at + 2}`).toBe(at + 1)
    answer = next
    server.clock.passSeconds(seconds * 0.4 + 1)
    await tell(server)
    expect(attempts()).toBe(at + 2)
  }
  const [sent] = await server.app.services.webhooks.deliveries({}, 1)
  expect(sent).toMatchObject({ state: 'done', attempts: 6, status: 204, error: '' })
  const ids = new Set(receiver.events.map(({ id }) => id))
  expect(ids.size).toBe(2)
})

test('gives an event up after ten attempts, and sends it when it is replayed, once', async () => {
  let isUp = false
  let refused = ''
  const { server, receiver } = await startHearing({}, ({ id, type }) => {
    if (type !== 'ping' && refused === '') refused = id
    return id === refused && !isUp ? 503 : 204
  })
  for (let at = 0; at < 12; at++) {
    // The first one fails, and the others go well.
    await note(server)
    await tell(server)
    server.clock.passSeconds(29 * 3600)
    await tell(server)
  }
  const { services } = server.app
  const dead = await services.webhooks.deliveries({ state: 'dead' }, 10)
  expect(dead).toMatchObject([{ attempts: 10, status: 503, error: 'it answered 503' }])
  const eventId = dead[0]?.eventId ?? ''
  const sent = (): number => receiver.events.filter(({ id }) => id === eventId).length
  expect(sent()).toBe(10)
  isUp = true
  const replays = await Promise.all(
    [1, 2].map(() => replayDeliveries(services, 'cli', { eventId })),
  )
  expect(new Set(replays)).toEqual(new Set([0, 1]))
  await tell(server)
  expect(sent()).toBe(11)
  expect(await replayDeliveries(services, 'cli', { since: 0 })).toBe(0)
  expect((await typeCommand(server, ['webhook', 'replay', eventId])).output).toContain(': 1.')
  await tell(server)
  expect(sent()).toBe(12)
})

test('switches a webhook off that is gone, and one that fails for five days, and says so', async () => {
  const { server, receiver } = await startHearing({ notify: 'ops@example.com' }, () => 410)
  await tell(server)
  const { services } = server.app
  expect(await services.webhooks.endpoint(receiver.id)).toMatchObject({ state: 'off' })
  // Given up by the answer itself, so that a kill before the switch sends nothing twice.
  expect(await services.webhooks.deliveries({}, 10)).toMatchObject([
    { state: 'dead', attempts: 1, status: 410, error: 'it answered 410' },
  ])
  const failing = await hear(server, { notify: 'ops@example.com' }, () => 500)
  for (let day = 0; day < 6; day++) {
    await note(server)
    await tell(server)
    server.clock.passSeconds(DAY_SECONDS)
  }
  await tell(server)
  expect(await services.webhooks.endpoint(failing.id)).toMatchObject({ state: 'off' })
  const mails = await server.mail('ops@example.com')
  expect(mails.map(({ body }) => body)).toEqual([
    expect.stringContaining(failing.url),
    expect.stringContaining(receiver.url),
  ])
  const events = await services.events.latest({ accountId: '' }, 10)
  expect(events.filter(({ kind }) => kind === 'webhook_off')).toHaveLength(2)
  // Nothing waits for it any more, and nothing more is written for it.
  const before = failing.events.length
  await note(server)
  server.clock.passSeconds(DAY_SECONDS)
  await tell(server)
  expect(failing.events).toHaveLength(before)
  expect(await services.webhooks.deliveries({ state: 'due' }, 10)).toEqual([])
})

test('switches no webhook off for one failure after days without events', async () => {
  let failures = 11
  const { server, receiver } = await startHearing({}, ({ type }) =>
    type === 'ping' || failures-- <= 0 ? 204 : 503,
  )
  await note(server)
  for (const hours of [0, 0.002, 0.1, 0.6, 2.4, 6, 12, 17, 24, 29]) {
    server.clock.passSeconds(hours * 3600)
    await tell(server)
  }
  const { services } = server.app
  expect(await services.webhooks.deliveries({ state: 'dead' }, 10)).toHaveLength(1)
  server.clock.passSeconds(3 * DAY_SECONDS)
  await note(server)
  await tell(server)
  expect(failures).toBe(0)
  server.clock.passSeconds(10)
  await tell(server)
  const endpoint = await services.webhooks.endpoint(receiver.id)
  expect(endpoint).toMatchObject({ state: 'on', failingSince: 0 })
})

test('loses no event while the secret is changed under load', async () => {
  const { server, receiver } = await startHearing()
  await tell(server)
  const { services } = server.app
  const former = receiver.secret
  let later = ''
  for (let at = 0; at < 40; at++) {
    await note(server)
    // The receiver changes some events later than the sender.
    if (at === 10)
      void renewWebhookSecret(services, 'cli', receiver.id).then((next) => (later = next))
    if (at === 30 && later !== '') receiver.secret = later
  }
  await tell(server)
  receiver.secret = later
  await note(server)
  await tell(server)
  expect(receiver.refused).toEqual([])
  expect(eventsOf(receiver, 'user.updated')).toHaveLength(41)
  // The former one signs for a day.
  receiver.secret = former
  await note(server)
  await tell(server)
  expect(receiver.refused).toEqual([])
  server.clock.passSeconds(DAY_SECONDS + 1)
  await note(server)
  await tell(server)
  expect(receiver.refused).toHaveLength(1)
})

test('ends each secret a day after its own renewal, whatever is renewed later', async () => {
  const { server, receiver } = await startHearing()
  const { services } = server.app
  const first = receiver.secret
  const second = await renewWebhookSecret(services, 'cli', receiver.id)
  server.clock.passSeconds(DAY_SECONDS - 60)
  await renewWebhookSecret(services, 'cli', receiver.id)
  const signing = async (): Promise<readonly string[]> => {
    const endpoint = await services.webhooks.endpoint(receiver.id)
    return endpoint === undefined ? [] : services.webhooks.secretsOf(endpoint)
  }
  expect(await signing()).toEqual([expect.any(String), second, first])
  server.clock.passSeconds(120)
  expect(await signing()).toEqual([expect.any(String), second])
})

test('goes on signing with the first secret where the renewal is repeated after a lost reply', async () => {
  const { server, receiver } = await startHearing()
  const { services } = server.app
  const secrets = [receiver.secret]
  for (let at = 0; at < 2; at++) {
    secrets.push(await renewWebhookSecret(services, 'cli', receiver.id))
  }
  for (const secret of secrets) {
    receiver.secret = secret
    await note(server)
    await tell(server)
  }
  expect(receiver.refused).toEqual([])
  server.clock.passSeconds(DAY_SECONDS + 1)
  receiver.secret = await renewWebhookSecret(services, 'cli', receiver.id)
  const endpoint = await services.webhooks.endpoint(receiver.id)
  expect(endpoint && services.webhooks.secretsOf(endpoint)).toEqual([receiver.secret, secrets[2]])
})

test('signs with both secrets that were made at once, and the first one', async () => {
  const [one, other] = await createTwoServers()
  const { id, secret } = await hear(one)
  const made = await Promise.all(
    [one, other].map(({ app }) => renewWebhookSecret(app.services, 'cli', id)),
  )
  const { webhooks } = one.app.services
  const endpoint = await webhooks.endpoint(id)
  expect(new Set(endpoint && webhooks.secretsOf(endpoint))).toEqual(new Set([...made, secret]))
})

test('forgets a webhook that is removed with deliveries, also while events go on', async () => {
  const { server, receiver } = await startHearing({}, () => 503)
  const other = await hear(server)
  await note(server)
  await tell(server)
  const { services } = server.app
  await removeWebhook(services, 'cli', receiver.id)
  // This instance has not heard of it yet.
  await note(server)
  await tell(server)
  expect(eventsOf(other, 'user.updated')).toHaveLength(2)
  await services.webhooks.buryStray()
  expect(await services.webhooks.deliveries({ state: 'due' }, 10)).toEqual([])
  await expect(switchWebhook(services, 'cli', receiver.id, 'on')).rejects.toThrow(
    'There is no webhook',
  )
})

test('sends an event again whose sender was killed between sending and noting it', async () => {
  const shared = { database: await createTestDatabase(true, false), clock: createTestClock() }
  const killed = await createTestServer(shared)
  const receiver = await hear(killed)
  await tell(killed)
  const { webhooks, webhookWorker } = killed.app.services
  await webhookWorker.close()
  await note(killed)
  const now = shared.clock.now()
  // What the killed one has done: claimed and sent, but not marked.
  const [claimed] = await webhooks.take(receiver.id, { now, leaseUntil: now + 30_000, limit: 4 })
  expect(claimed).toMatchObject({ kind: 'user.updated', attempts: 1 })
  const living = await createTestServer(shared)
  await tell(living)
  expect(eventsOf(receiver, 'user.updated')).toEqual([])
  shared.clock.passSeconds(31)
  await tell(living)
  expect(receiver.events.map(({ id }) => id)).toContain(claimed?.id)
  expect(eventsOf(receiver, 'user.updated')).toHaveLength(1)
})

test('sends each event once while two instances share the work', async () => {
  const [one, two] = await createTwoServers()
  const receiver = await hear(one)
  await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      await note(at % 2 === 0 ? one : two)
    }),
  )
  await Promise.all([tell(one), tell(two)])
  await expect.poll(() => eventsOf(receiver, 'user.updated').length, WAIT).toBe(60)
  expect(new Set(receiver.events.map(({ id }) => id)).size).toBe(61)
})

test('sends at most four at once to one receiver, and one while it fails', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { server, receiver } = await startHearing({}, async ({ type }) => {
    if (type !== 'ping') await promise
    return 204
  })
  await tell(server)
  for (let at = 0; at < 20; at++) await note(server)
  await expect.poll(() => receiver.open, WAIT).toBe(4)
  resolve()
  await tell(server)
  expect(receiver.mostOpen).toBe(4)
  expect(eventsOf(receiver, 'user.updated')).toHaveLength(20)
})

test('holds up neither others nor mails by receivers that hang', async () => {
  const server = await createTestServer()
  const { promise, resolve } = Promise.withResolvers<void>()
  const hanging: WebhookReceiver[] = []
  for (let at = 0; at < 20; at++) {
    hanging.push(
      await hear(server, {}, async () => {
        await promise
        return 204
      }),
    )
  }
  const healthy = await hear(server)
  for (let at = 0; at < 5; at++) await note(server)
  await expect.poll(() => eventsOf(healthy, 'user.updated').length, WAIT).toBe(5)
  await server.client().call(sendCode, { email: 'ann@example.com', type: 13 })
  await expect
    .poll(() => server.app.services.mailbox.list(1, 'ann@example.com'), WAIT)
    .toHaveLength(1)
  const open = hanging.reduce((sum, receiver) => sum + receiver.open, 0)
  expect(open).toBeLessThanOrEqual(64)
  resolve()
  await tell(server)
})

test('counts attempts, and how long the oldest event has been waiting', async () => {
  const metrics = createMetrics()
  const { server } = await startHearing({}, ({ type }) => (type === 'ping' ? 204 : 500), {
    metrics,
  })
  await note(server)
  await tell(server)
  server.clock.passSeconds(4)
  const counts = await metrics.webhooks.get()
  expect(
    Object.fromEntries(counts.values.map(({ labels, value }) => [labels.result, value])),
  ).toEqual({
    done: 1,
    failed: 1,
  })
  const clock = { ahead: () => 0 } as Parameters<typeof loadOf>[1]
  const config = readConfig({ DATA_DIR: import.meta.dirname })
  expect((await loadOf(server.app, clock, config)).oldestWebhookSeconds).toBe(4)
})

test('is managed by commands that say what is wrong', async () => {
  const { server, receiver } = await startHearing({}, () => 503)
  const type = async (...words: string[]) => await typeCommand(server, ['webhook', ...words])
  for (const [words, complaint] of [
    [['add', 'nowhere', '--kinds', 'all'], 'is no address'],
    [['add', 'https://user@example.com', '--kinds', 'all'], 'has credentials'],
    [['add', 'https://10.0.0.1/hook', '--kinds', 'all'], 'outside the own network'],
    [['add', 'https://example.com/', '--kinds', 'user.made'], 'must be all, or of'],
    [['add', 'https://example.com/', '--kinds', ''], 'must be all, or of'],
    [['add', 'https://example.com/', '--kinds', 'all', '--notify', 'ops'], 'no e-mail address'],
    [['add', 'https://example.com/', '--kinds', 'all', '--aid', 'x'], 'whole number'],
    [['secret', 'nobody'], 'There is no webhook nobody'],
    [['off', 'nobody'], 'There is no webhook nobody'],
    [['on', receiver.id], 'is on already'],
    [['remove', 'nobody'], 'There is no webhook nobody'],
    [['replay'], 'Name an event'],
    [['replay', 'a', '--since', '2026-11-01'], 'Name an event'],
    [['replay', 'a', '--to', 'nobody'], 'There is no webhook nobody'],
  ] as const) {
    const { code, errors } = await type(...words)
    expect(errors, words.join(' ')).toContain(complaint)
    expect(code).toBeGreaterThan(0)
  }
  expect((await type('list')).output).toContain(receiver.url)
  expect((await type('secret', receiver.id)).output).toMatch(/^whsec_[\w+/]{32}$/)
  expect((await type('off', receiver.id)).output).toContain('is off')
  expect((await type('on', receiver.id)).output).toContain('is on')
  await tell(server)
  expect((await type('deliveries')).output).toMatch(/ping +\w+ +dead/)
  expect((await type('deliveries', '--dead')).output).toContain('switched off')
  expect((await type('replay', '--since', '2026-11-01')).output).toContain(': 1.')
  expect((await type('remove', receiver.id)).output).toContain('is removed')
  expect((await type('list')).output).not.toContain(receiver.url)
})

/** Notes an event of nobody in particular. */
async function note({ app }: TestServer): Promise<void> {
  const source = { app: { aid: 1001 }, caller: { address: '', userAgent: '' }, operation: 'test' }
  await app.services.transaction((tx) => tx.events.note(source, 'name_changed', '17'))
}
