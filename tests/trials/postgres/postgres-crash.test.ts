import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { createPostgresServer } from '../../support/postgres-server.ts'
import { signPeopleUp, startServerProcess } from '../../support/server-process.ts'
import { rounds, TRIAL_MS } from '../../support/trial.ts'
import { openDatabase } from '../../../server/store/database.ts'

const SIGN_UPS = 12

test.each(rounds(1, 20))(
  'keeps acknowledged changes when the database is killed, and recovers, round %i',
  { timeout: TRIAL_MS },
  async () => {
    const postgres = await createPostgresServer({ isDurable: true })
    const server = await startServerProcess({ DATABASE_URL: postgres.url })
    try {
      const acknowledged: string[] = []
      let killed: Promise<void> | undefined
      let isDone = false
      const work = Promise.all(
        ['a', 'b', 'c', 'd'].map((lane) =>
          signPeopleUp(
            server,
            lane,
            () => isDone,
            (email) => {
              acknowledged.push(email)
              if (acknowledged.length === SIGN_UPS) killed = postgres.kill()
              if (acknowledged.length >= 2 * SIGN_UPS) isDone = true
            },
          ),
        ),
      )
      await server.becomes(false)
      await killed
      const away = await server.client().call(sendCode, { email: 'ann@example.com', type: 13 })
      expect(away.status).toBe(503)
      expect(away.headers.get('retry-after')).toBe('2')
      await postgres.start()
      await server.becomes(true)
      await work
      expect(server.isRunning()).toBe(true)
      const { query, close } = openDatabase(postgres.url)
      const rows = await query.selectFrom('accounts').select('email').execute()
      await close()
      expect(rows.map(({ email }) => email)).toEqual(expect.arrayContaining(acknowledged))
    } finally {
      await server.kill()
      await postgres.remove()
    }
  },
)
