import { FORM_BYTES } from './request-body.ts'

/** Longest time in which a request may arrive. */
export const REQUEST_TIMEOUT_MS = 30_000
const TIMEOUT_CHECK_MS = 2000
const KEEP_ALIVE_MS = 65_000

/** Limits of requests and connections, on every port. */
export const connectionLimits = {
  logger: false,
  bodyLimit: FORM_BYTES,
  requestTimeout: REQUEST_TIMEOUT_MS,
  // Node has a timeout of its own for headers, and checks both at this interval.
  http: { headersTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
  keepAliveTimeout: KEEP_ALIVE_MS,
  forceCloseConnections: 'idle',
  return503OnClosing: false,
  exposeHeadRoutes: false,
  routerOptions: { ignoreTrailingSlash: true },
  // Endpoints validate by their structs, so Fastify need not load its schema compilers.
  schemaController: {
    compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas },
  },
} as const

function refuseSchemas(): never {
  throw new Error('routes have no schemas')
}
