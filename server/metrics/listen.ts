import Fastify from 'fastify'
import type { Config } from '../config/config.ts'
import { metricsAddress, toConfigError } from '../config/ports.ts'

/**
 * Serves the text that `write` returns at `/metrics`, on a port of its own, and returns the function
 * that stops it. @throws ConfigError when it cannot listen there
 */
export async function listenForMetrics(
  config: Config,
  write: () => Promise<string>,
): Promise<() => Promise<void>> {
  const app = Fastify({ forceCloseConnections: true, exposeHeadRoutes: false })
  app.get('/metrics', async (_request, reply) => {
    const text = await write()
    return await reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(text)
  })
  app.setNotFoundHandler((_request, reply) => {
    void reply.code(404).type('text/plain; charset=utf-8').send('Metrics are at /metrics.\n')
  })
  // The failure is visible to the scraper and does not disturb the server.
  app.setErrorHandler((_error, _request, reply) => {
    void reply.code(500).send('')
  })
  const { host, port } = metricsAddress(config)
  await app.listen({ host, port }).catch((error: unknown) => {
    throw toConfigError(error, metricsAddress(config))
  })
  return () => app.close()
}
