import type { FastifyInstance } from 'fastify'
import type { Database } from '../store/database.ts'

/** `/healthz`: the process answers. `/readyz`: the database does too. */
export function addHealth(app: FastifyInstance, database: Database): void {
  app.get('/healthz', async (_request, reply) => {
    await reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
  app.get('/readyz', async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    try {
      await database.query.selectFrom('migrations').select('name').limit(1).execute()
      await reply.send({ status: 'ready' })
    } catch {
      // Why is in the log of whoever asks the database next; here only yes or no counts.
      await reply.code(503).send({ status: 'not ready' })
    }
  })
}
