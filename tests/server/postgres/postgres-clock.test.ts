import { expect, onTestFinished, test } from 'vitest'
import { accountInfo } from '#protocol/web/login.ts'
import { checkQrconnect, getQrcode } from '#protocol/web/qr.ts'
import { readConfig } from '../../../server/config/config.ts'
import { MINUTE_MS, SECOND_MS } from '../../../server/lib/clock.ts'
import { startServer, type RunningServer } from '../../../server/start.ts'
import { takeLease } from '../../../server/store/leases.ts'
import { createClient } from '../../support/client.ts'
import { createTestDatabase } from '../../support/databases.ts'
import { freePort } from '../../support/free-port.ts'

/** Starts a server on a machine whose clock is ahead by what `aheadMs` says at the time. */
async function startWithClock(
  env: Readonly<Record<string, string>>,
  aheadMs: () => number,
): Promise<RunningServer> {
  const settings = {
    PORT: '0',
    DIST_DIR: '/nonexistent',
    LOG_LEVEL: 'silent',
    SERVER_SECRET: 's'.repeat(43),
    SEAL_ROOT_KEY: 'r'.repeat(43),
    ...env,
  }
  const server = await startServer(readConfig(settings), () => Date.now() + aheadMs())
  onTestFinished(() => server.close())
  return server
}

async function secondsAhead(metricsPort: string): Promise<number> {
  const metrics = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text()
  return Number(/^passport_clock_ahead_seconds (\S+)$/m.exec(metrics)?.[1])
}

test('accepts a QR code on two machines whose clocks differ by five minutes', async () => {
  const { env } = await createTestDatabase(true)
  const METRICS_PORT = String(await freePort())
  let aheadMs = 0
  const right = await startWithClock(env, () => 0)
  const fast = await startWithClock({ ...env, METRICS_PORT }, () => aheadMs)
  aheadMs = 5 * MINUTE_MS
  await expect.poll(() => secondsAhead(METRICS_PORT), { interval: 500 }).toBeGreaterThan(299)
  for (const [shows, polls] of [
    [right, fast],
    [fast, right],
  ] as const) {
    const desktop = createClient((request) => fetch(request), shows.origin)
    const { data } = await desktop.call(getQrcode, {})
    const elsewhere = createClient((request) => fetch(request), polls.origin)
    for (const [name, value] of desktop.cookies) elsewhere.cookies.set(name, value)
    await elsewhere.call(accountInfo, {})
    const polled = await elsewhere.call(checkQrconnect, { token: data.token })
    expect(polled.data.status).toBe('new')
  }
})

test('keeps a lease although another machine’s clock is past its end', async () => {
  const place = await createTestDatabase(true)
  const database = place.open()
  onTestFinished(() => database.close())
  const slow = await startWithClock(place.env, () => -25 * SECOND_MS)
  const fast = await startWithClock(place.env, () => 25 * SECOND_MS)
  const take = ({ app }: RunningServer, holder: string): Promise<boolean> =>
    takeLease(database.query, 'of a test', holder, app.services.clock(), 30 * SECOND_MS)
  expect(await take(slow, 'slow')).toBe(true)
  expect(await take(fast, 'fast')).toBe(false)
  expect(await take(slow, 'slow')).toBe(true)
})

test('refuses to start if the clock differs much from the database’s', async () => {
  const { env } = await createTestDatabase(true)
  await expect(startWithClock(env, () => -5 * MINUTE_MS)).rejects.toThrow(
    /^The clock of this machine is 300 seconds behind that of the database, and at most 30 are accepted; set both by NTP\.$/,
  )
})
