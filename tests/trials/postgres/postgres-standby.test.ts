import process from 'node:process'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { createPostgresServer } from '../../support/postgres-server.ts'
import { startServerProcess, type ServerProcess } from '../../support/server-process.ts'
import { TRIAL_MS } from '../../support/trial.ts'

/** A write is given up after 5 seconds, on a busy machine later; without that it would wait for good. */
const PATIENCE_MS = 30_000

test(
  'is away while a standby that commits wait for hangs, and makes nobody wait long',
  { timeout: TRIAL_MS },
  async () => {
    const primary = await createPostgresServer({ isDurable: true })
    const standby = await primary.addStandby()
    const server = await startServerProcess({ DATABASE_URL: primary.url })
    try {
      expect((await sendTo(server, 'ann')).status).toBe(200)
      const receiver = await receiverOf(standby.url)
      process.kill(receiver, 'SIGSTOP')
      try {
        const { status, ms } = await sendTo(server, 'bob')
        expect(status).toBe(503)
        expect(ms).toBeLessThan(PATIENCE_MS)
        await server.becomes(false)
      } finally {
        process.kill(receiver, 'SIGCONT')
      }
      await server.becomes(true)
      expect((await sendTo(server, 'cid')).status).toBe(200)
    } finally {
      await server.kill()
      await standby.remove()
      await primary.remove()
    }
  },
)

async function sendTo(
  server: ServerProcess,
  name: string,
): Promise<{ status: number; ms: number }> {
  const begun = performance.now()
  const email = `${name}@example.com`
  const { status } = await server.client().call(sendCode, { email, type: 16 })
  return { status, ms: performance.now() - begun }
}

/** The process of a standby that takes what the primary writes. */
async function receiverOf(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const ask = 'select pid from pg_stat_wal_receiver'
    const { rows } = await client.query<{ pid: number }>(ask)
    return rows[0]?.pid ?? Number.NaN
  } finally {
    await client.end()
  }
}
