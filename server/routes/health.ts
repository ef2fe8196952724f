import type { FastifyInstance } from 'fastify'
import { createLogId } from '../http/log-id.ts'
import type { Services } from '../services/services.ts'
import type { Database } from '../store/database.ts'

/** Dependencies of the readiness check. */
interface Readiness {
  database: Database
  isDraining(): boolean
  isWritable(): boolean
}

/** `/healthz`: the process answers. `/readyz`: the database does too, takes writes, and calls may come. */
export function addHealth(
  app: FastifyInstance,
  { clock, log }: Services,
  { database, isDraining, isWritable }: Readiness,
): void {
  app.get('/healthz', { exposeHeadRoute: true }, async (_request, reply) => {
    await reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
  app.get('/readyz', { exposeHeadRoute: true }, async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    if (isDraining()) {
      await reply.code(503).send({ status: 'draining' })
      return
    }
    if (!isWritable()) {
      await reply.code(503).send({ status: 'not ready' })
      return
    }
    try {
      await database.query.selectFrom('migrations').select('name').limit(1).execute()
      await reply.send({ status: 'ready' })
    } catch (error) {
      const logId = createLogId(clock())
      log.fault(logId, 'readyz', error)
      await reply.code(503).header('x-tt-logid', logId).send({ status: 'not ready' })
    }
  })
}
