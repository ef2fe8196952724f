import { eraseDueAccounts } from './account-deletion/account-deletion.ts'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { groups, plainRows } from '#protocol/index.ts'
import { DAY_MS } from './lib/clock.ts'
import { createDispatch, makeRoutes } from './dispatch/dispatch.ts'
import type { Caller } from './calls/call.ts'
import { handlers } from './endpoints/all.ts'
import { addAvatars } from './routes/avatars.ts'
import { addChangePassword } from './routes/change-password.ts'
import { addCaptchaLink } from './routes/captcha-link.ts'
import { addSiteverify } from './routes/siteverify.ts'
import { addDevMailbox } from './routes/dev-mailbox.ts'
import { addForms } from './forms/forms.ts'
import { addHealth } from './routes/health.ts'
import { addTelemetry } from './routes/telemetry.ts'
import { addCorsHeaders, answerPreflight } from './http/cors.ts'
import { apiHeaders } from './http/headers.ts'
import { namesSeveralHosts } from './http/hosts.ts'
import { createParserErrorHandler } from './http/parser-errors.ts'
import { addBodyReaders, FORM_BYTES } from './http/reader.ts'
import { addRoutes, createRewriter, createRouteFinder, pathOf } from './dispatch/routes.ts'
import { createStatic } from './http/static.ts'
import { addressPrefix, createAddressReader } from './lib/address.ts'
import { createFloodGuard } from './limits/flood.ts'
import { PassportError } from './lib/passport-error.ts'
import { createServices, type ServerOptions, type Services } from './services/services.ts'
import { startCleanup } from './store/cleanup.ts'

/** An account server, with or without a socket. */
export interface PassportApp {
  readonly services: Services
  /** Public half of the key that signs sealing keys, base64url. */
  readonly sealRoot: string
  /** Answers a request in process, as if it came from `address`. */
  fetch(request: Request, address?: string): Promise<Response>
  /** Listens and answers the port. */
  listen(host: string, port: number): Promise<number>
  /** Tells balancers by /readyz to send nobody here any more; who comes is still served. */
  drain(): void
  /** Stops taking calls, finishes those under way for a while, and closes the database. */
  close(): Promise<void>
}

const apiPath = /^\/(?:passport|captcha|vc|form)(?:\/|$)/
const plainPaths: ReadonlySet<string> = new Set(plainRows.map(({ path }) => path))
const REQUEST_TIMEOUT_MS = 30_000
const LATE_CHECK_MS = 2000
const KEEP_ALIVE_MS = 65_000
/** A call that takes longer than any may is not waited for. */
const CLOSE_LIMIT_MS = REQUEST_TIMEOUT_MS + 5000
/** Addresses whose prefix is remembered. */
const MAX_PREFIXES = 10_000

/** Builds the server from its parts; the database must be open and migrated. */
export async function createApp(parts: ServerOptions): Promise<PassportApp> {
  const { config, clock, database, log, secrets } = parts
  const services = createServices(parts)
  await services.apps.start()
  await services.seal.keySet()
  const callerOf = createCallerReader(config.TRUSTED_PROXIES)
  const routes = makeRoutes(groups, handlers)
  const routeAt = createRouteFinder(routes)
  const dispatch = createDispatch(services, secrets, callerOf)
  const serveStatic = createStatic(config, services.seal.rootKey, services.apps.isKnown)
  const floodWait = createFloodGuard(config.CALLS_PER_ADDRESS_10S, clock)
  let isDraining = false
  let isClosing = false

  const rewrite = createRewriter(routes)
  const app = Fastify({
    logger: false,
    rewriteUrl: ({ url = '/' }) => rewrite(url),
    bodyLimit: FORM_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Node looks for late requests only so often, and for late headers on their own.
    http: { headersTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: LATE_CHECK_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true },
    // Rows are read by their structs: no route has a schema, so no compiler of such is loaded.
    schemaController: {
      compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas },
    },
    clientErrorHandler: createParserErrorHandler(apiHeaders(config.isHttps), clock, log),
    // An address with broken escapes reaches no route.
    frameworkErrors: (_error, request, reply) => {
      if (apiPath.test(pathOf(request.originalUrl))) {
        dispatch.refuse(new PassportError('bad_body'), request, reply)
      } else {
        void serveStatic(request, reply)
      }
    },
  })
  await addBodyReaders(app)
  app.addHook('onRequest', (request, reply, done) => {
    if (isClosing) {
      void reply.header('connection', 'close')
      dispatch.refuse(new PassportError('shutting_down'), request, reply)
      return
    }
    if (namesSeveralHosts(request.raw)) {
      void reply.header('connection', 'close')
      dispatch.refuse(new PassportError('bad_body'), request, reply)
      return
    }
    const caller = callerOf(request)
    const wait = floodWait(caller.address, caller.prefix)
    if (wait !== undefined) {
      dispatch.refuse(new PassportError('server_busy', { retry_after: wait }), request, reply)
      return
    }
    if (request.headers.origin !== undefined) {
      const path = pathOf(request.originalUrl)
      if (apiPath.test(path) || plainPaths.has(path) || routeAt(path) !== undefined) {
        addCorsHeaders(services.apps, request, reply)
      }
    }
    done()
  })
  // A connection kept for the next call would be cut when the server closes, or keep the process;
  // proxies take this as the word to use another instance (RFC 9112 §9.6).
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining || isClosing) void reply.header('connection', 'close')
    done()
  })
  app.setErrorHandler((error, request, reply) => {
    dispatch.refuse(named(error), request, reply)
  })
  addRoutes(app, routes, dispatch)
  app.options('*', (request, reply) => answerPreflight(services.apps, request, reply))
  addHealth(app, services, database, () => isDraining)
  addAvatars(app, services)
  addChangePassword(app, services)
  addCaptchaLink(app, services)
  addSiteverify(app, services)
  addForms(app, services, secrets, callerOf)
  addTelemetry(app, services, callerOf)
  if (config.hasDevMailbox) addDevMailbox(app, services)
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.originalUrl)
    const route = routeAt(path)
    if (route !== undefined) {
      void reply.header('allow', route.row.methods.join(', '))
      dispatch.refuse(new PassportError('method_not_allowed'), request, reply)
    } else if (apiPath.test(path)) {
      dispatch.refuse(new PassportError('unknown_operation'), request, reply)
    } else {
      await serveStatic(request, reply)
    }
  })
  await app.ready()

  const stopCleanup = startCleanup(
    database,
    clock,
    (error) => log.fault('', 'cleanup', error),
    () => eraseDueAccounts(services),
    {
      eventsMs: config.EVENTS_KEPT_DAYS * DAY_MS,
      telemetryMs: config.TELEMETRY_KEPT_DAYS * DAY_MS,
    },
  )
  services.outboxWorker.start()
  services.telemetry.start((error) => log.fault('', 'telemetry', error))

  return {
    services,
    sealRoot: services.seal.rootKey,
    fetch: (request, address) => inject(app, request, address),
    listen: async (host, port) => {
      await app.listen({ host, port })
      const [address] = app.addresses()
      return typeof address === 'object' ? address.port : port
    },
    drain: () => {
      isDraining = true
    },
    close: async () => {
      isClosing = true
      const late = setTimeout(() => app.server.closeAllConnections(), CLOSE_LIMIT_MS)
      await app.close().finally(() => clearTimeout(late))
      await stopCleanup()
      await services.outboxWorker.close()
      await services.telemetry.close()
      await services.captcha.close()
      await database.close()
    },
  }
}

function refuseSchemas(): never {
  throw new Error('routes have no schemas')
}

function createCallerReader(proxies: readonly string[]): (request: FastifyRequest) => Caller {
  const addressOf = createAddressReader(proxies)
  const prefixes = new Map<string, string>()
  const prefixOf = (address: string): string => {
    let prefix = prefixes.get(address)
    if (prefix === undefined) {
      if (prefixes.size >= MAX_PREFIXES) prefixes.clear()
      prefix = addressPrefix(address)
      prefixes.set(address, prefix)
    }
    return prefix
  }
  return ({ headers, socket }) => {
    const forwarded = headers['x-forwarded-for']
    const address = addressOf(
      socket.remoteAddress ?? '',
      typeof forwarded === 'string' ? forwarded : undefined,
    )
    return {
      address,
      prefix: prefixOf(address),
      userAgent: headers['user-agent'] ?? '',
      origin: headers.origin,
      webId: '',
    }
  }
}

// What Fastify refuses has a name in the protocol too.
function named(error: unknown): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new PassportError('body_too_large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new PassportError('bad_content_type')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new PassportError('bad_body')
  }
  return error
}

async function inject(
  app: FastifyInstance,
  request: Request,
  address = '127.0.0.1',
): Promise<Response> {
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer())
  const reply = await app.inject({
    method: request.method as 'GET',
    url: request.url,
    headers: Object.fromEntries(request.headers),
    remoteAddress: address,
    ...(body === undefined ? {} : { payload: body }),
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(reply.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) headers.append(name, String(one))
    }
  }
  const isEmpty = [204, 304].includes(reply.statusCode)
  return new Response(isEmpty ? null : new Uint8Array(reply.rawPayload), {
    status: reply.statusCode,
    headers,
  })
}
