import { createServer } from 'node:http'
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
  const server = createServer((request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
      response.end('Metrics are at /metrics.\n')
      return
    }
    write().then(
      (text) => {
        response.writeHead(200, {
          'content-type': 'text/plain; version=0.0.4; charset=utf-8',
          'cache-control': 'no-store',
        })
        response.end(text)
      },
      // The failure is visible to the scraper and does not disturb the server.
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(toConfigError(error, metricsAddress(config))))
    server.listen(config.METRICS_PORT, config.METRICS_HOST, resolve)
  })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}
