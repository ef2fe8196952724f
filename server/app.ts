import type { ServerResponse } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { groups, plainRows } from '#protocol/index.ts'
import { DAY_MS } from './clock.ts'
import { createDispatch, makeRoutes, type Dispatch, type Route } from './dispatch.ts'
import type { Caller } from './handler.ts'
import { handlers } from './handlers/all.ts'
import { addAvatars } from './handlers/routes/avatars.ts'
import { addCaptchaLink } from './handlers/captcha/link.ts'
import { addSiteverify } from './handlers/captcha/siteverify.ts'
import { addDevMailbox } from './handlers/routes/dev-mailbox.ts'
import { addForms } from './handlers/forms/forms.ts'
import { addHealth } from './handlers/routes/health.ts'
import { addTelemetry } from './handlers/routes/telemetry.ts'
import { addCorsHeaders, answerPreflight } from './http/cors.ts'
import { apiHeaders } from './http/headers.ts'
import { createParserErrorHandler } from './http/parser-errors.ts'
import { addBodyReaders, FORM_BYTES, JSON_BYTES } from './http/reader.ts'
import { createStatic } from './http/static.ts'
import { addressPrefix, createAddressReader } from './limits/address.ts'
import { createFloodGuard } from './limits/flood.ts'
import { createServices, type Parts } from './parts.ts'
import { PassportError } from './passport-error.ts'
import { MAX_PICTURE_BYTES } from './profiles/encode.ts'
import type { Services } from './services.ts'
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
const KEEP_ALIVE_MS = 65_000
/** A call that takes longer than any may is not waited for. */
const CLOSE_LIMIT_MS = REQUEST_TIMEOUT_MS + 5000
/** Addresses whose prefix is remembered. */
const MAX_PREFIXES = 10_000
/** Multipart bodies hold a little more than the file. */
const MULTIPART_EXTRA_BYTES = 64 * 1024

/** Builds the server from its parts; the database must be open and migrated. */
export async function createApp(parts: Parts): Promise<PassportApp> {
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

  const app = Fastify({
    logger: false,
    bodyLimit: FORM_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true },
    clientErrorHandler: createParserErrorHandler(apiHeaders(config.isHttps), clock, log),
    // An address with broken escapes reaches no route.
    frameworkErrors: (_error, request, reply) => {
      if (apiPath.test(pathOf(request))) {
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
    const caller = callerOf(request)
    const wait = floodWait(caller.address, caller.prefix)
    if (wait !== undefined) {
      dispatch.refuse(new PassportError('server_busy', { retry_after: wait }), request, reply)
      return
    }
    if (request.headers.origin !== undefined) {
      const path = pathOf(request)
      if (apiPath.test(path) || plainPaths.has(path) || routeAt(path) !== undefined) {
        addCorsHeaders(services.apps, request, reply)
      }
    }
    done()
  })
  // A connection that was kept for a next call would keep the process as well.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) void reply.header('connection', 'close')
    done()
  })
  app.setErrorHandler((error, request, reply) => {
    dispatch.refuse(named(error), request, reply)
  })
  addRoutes(app, routes, dispatch)
  app.options('*', (request, reply) => answerPreflight(services.apps, request, reply))
  addHealth(app, services, database, () => isDraining)
  addAvatars(app, services)
  addCaptchaLink(app, services)
  addSiteverify(app, services)
  addForms(app, services, secrets, callerOf)
  addTelemetry(app, services, callerOf)
  if (config.hasDevMailbox) addDevMailbox(app, services)
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request)
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
    services.closing.eraseDue,
    {
      eventsMs: config.EVENTS_KEPT_DAYS * DAY_MS,
      telemetryMs: config.TELEMETRY_KEPT_DAYS * DAY_MS,
    },
  )
  services.outbox.start()
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
      // A connection kept for the next call would be cut when the server closes; proxies take this
      // as the word to use another instance (RFC 9112 §9.6).
      app.server.prependListener('request', (_, response: ServerResponse) => {
        response.setHeader('connection', 'close')
      })
    },
    close: async () => {
      isClosing = true
      const late = setTimeout(() => app.server.closeAllConnections(), CLOSE_LIMIT_MS)
      await app.close().finally(() => clearTimeout(late))
      await stopCleanup()
      await services.outbox.close()
      await services.telemetry.close()
      await services.captcha.close()
      await database.close()
    },
  }
}

function addRoutes(app: FastifyInstance, routes: Map<string, Route>, dispatch: Dispatch): void {
  for (const route of routes.values()) {
    app.route({
      method: [...route.row.methods],
      url: route.path,
      bodyLimit: bodyLimitOf(route),
      handler: (request, reply) => dispatch.answer(route, request, reply),
    })
  }
}

// Paths with a field in them are few, so they are tried one by one.
function createRouteFinder(routes: Map<string, Route>): (path: string) => Route | undefined {
  const patterns = [...routes.values()]
    .filter(({ path }) => path.includes(':'))
    .map((route) => ({
      route,
      pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`),
    }))
  return (path) => routes.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.route
}

function bodyLimitOf({ row }: Route): number {
  switch (row.body) {
    case 'form':
    case 'any-form':
      return FORM_BYTES
    case 'json':
      return JSON_BYTES
    case 'multipart':
      return MAX_PICTURE_BYTES + MULTIPART_EXTRA_BYTES
  }
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

function pathOf(request: FastifyRequest): string {
  const path = request.url.split('?', 1)[0] ?? '/'
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
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
