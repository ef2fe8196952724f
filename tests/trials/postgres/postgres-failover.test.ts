import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/store/database.ts'
import { createPostgresServer } from '../../support/postgres-server.ts'
import { signPeopleUp, startServerProcess } from '../../support/server-process.ts'
import { rounds, TRIAL_MS } from '../../support/trial.ts'

const SIGN_UPS = 8

// `npm run trials` kills ten primaries.
test.each(rounds(1, 10))(
  'loses no acknowledged sign-up when the primary dies and its standby is promoted, round %i',
  { timeout: TRIAL_MS },
  async () => {
    const primary = await createPostgresServer({ isDurable: true })
    const standby = await primary.addStandby()
    const hosts = [primary.url, standby.url].map((url) => new URL(url).host).join()
    const server = await startServerProcess({
      DATABASE_URL: `postgres://passport@${hosts}/postgres`,
    })
    try {
      const acknowledged: string[] = []
      let isFailedOver = false
      let killed: Promise<void> | undefined
      const isDone = (): boolean => isFailedOver && acknowledged.length >= 2 * SIGN_UPS
      const note = (email: string): void => {
        acknowledged.push(email)
        if (acknowledged.length === SIGN_UPS) killed = primary.kill()
      }
      const work = Promise.all(
        ['a', 'b', 'c', 'd'].map((lane) => signPeopleUp(server, lane, isDone, note)),
      )
      // The standby alone is read-only, so the database counts as unavailable.
      await server.becomes(false)
      await killed
      await standby.promote()
      await server.becomes(true)
      isFailedOver = true
      await work
      expect(server.isRunning()).toBe(true)
      const { query, close } = openDatabase(standby.url)
      const rows = await query.selectFrom('accounts').select('email').execute()
      await close()
      const emails = rows.map(({ email }) => email)
      expect(emails).toEqual(expect.arrayContaining(acknowledged))
      expect(new Set(emails).size).toBe(emails.length)
    } finally {
      await server.kill()
      await standby.remove()
      await primary.remove()
    }
  },
)
