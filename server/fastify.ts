import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Body } from '#protocol/endpoint.ts'
import { collectorEndpoints } from '#protocol/index.ts'
import { createAdminReject, isAdminPath } from './admin-api/reject-admin-call.ts'
import type { Caller } from './calls/call.ts'
import { currentCaller } from './calls/current-caller.ts'
import type { Dispatch } from './dispatch/dispatch.ts'
import {
  createRewriter,
  createRouteFinder,
  type RouteFinder,
  type Routes,
} from './dispatch/routes.ts'
import { connectionLimits } from './http/connection-limits.ts'
import { addCorsHeaders } from './http/cors.ts'
import { apiHeaders } from './http/headers.ts'
import { hasMultipleHosts } from './http/host-header.ts'
import { createParserErrorHandler } from './http/parser-errors.ts'
import { addBodyParsers, refusedContent } from './http/request-body.ts'
import { pathOf } from './http/request-url.ts'
import { sendNotAllowed, type createStatic } from './http/static.ts'
import { PassportError } from './lib/passport-error.ts'
import { createFloodGuard } from './limits/flood.ts'
import { MAX_PICTURE_BYTES } from '#protocol/picture-limits.ts'
import type { ServerOptions, Services } from './services/services.ts'

const apiPath = /^\/(?:passport|captcha|vc|form)(?:\/|$)/
const plainPaths: ReadonlySet<string> = new Set(collectorEndpoints.map(({ path }) => path))

/** Dependencies of hooks and routes. */
export interface ServerDependencies extends ServerOptions {
  readonly services: Services
  readonly routes: Routes
  readonly dispatch: Dispatch
  readonly serveStatic: ReturnType<typeof createStatic>
  readonly callerOf: (request: FastifyRequest) => Caller
  readonly state: { isDraining: boolean; isClosing: boolean }
}

/** Returns Fastify with our hooks, body parsers and error handlers, and without routes. */
export async function createFastify(dependencies: ServerDependencies): Promise<FastifyInstance> {
  const app = newFastify(dependencies)
  await addBodyParsers(app, MAX_PICTURE_BYTES)
  const findRoute = createRouteFinder(dependencies.routes)
  addHooks(app, dependencies, findRoute)
  addFallback(app, dependencies, findRoute)
  return app
}

function newFastify(dependencies: ServerDependencies): FastifyInstance {
  const { config, clock, log, routes, serveStatic } = dependencies
  const rewrite = createRewriter(routes)
  const reject = createReject(dependencies)
  return Fastify({
    ...connectionLimits,
    rewriteUrl: ({ url = '/' }) => rewrite(url),
    clientErrorHandler: createParserErrorHandler(apiHeaders(config.isHttps), clock, log),
    // URLs with broken escapes reach no route.
    frameworkErrors: (_error, request, reply) => {
      const path = pathOf(request.originalUrl)
      if (apiPath.test(path) || isAdminPath(path, config)) {
        reject(new PassportError('bad_body'), request, reply)
      } else {
        void serveStatic(request, reply)
      }
    },
  })
}

// Calls of the admin API are refused in their own form.
function createReject({
  config,
  dispatch,
  services,
}: Pick<ServerDependencies, 'config' | 'dispatch' | 'services'>): Dispatch['reject'] {
  const rejectAdmin = createAdminReject(services)
  return (error, request, reply) => {
    const isAdmin = isAdminPath(pathOf(request.originalUrl), config)
    if (isAdmin) rejectAdmin(error, request, reply)
    else dispatch.reject(error, request, reply)
  }
}

function addHooks(
  app: FastifyInstance,
  dependencies: ServerDependencies,
  findRoute: RouteFinder,
): void {
  const { config, clock, services, callerOf, state } = dependencies
  const reject = createReject(dependencies)
  const floodWait = createFloodGuard(config.CALLS_PER_ADDRESS_10S, clock)
  app.addHook('onRequest', (request, reply, done) => {
    if (state.isClosing) {
      reject(new PassportError('shutting_down'), request, reply)
      return
    }
    const path = pathOf(request.originalUrl)
    // Queries and bodies with a null character are refused where they are parsed.
    if (hasMultipleHosts(request.raw) || path.includes('%00')) {
      void reply.header('connection', 'close')
      reject(new PassportError('bad_body'), request, reply)
      return
    }
    const { address, prefix } = callerOf(request)
    const wait = floodWait(address, prefix)
    if (wait !== undefined) {
      reject(new PassportError('server_busy', { retry_after: wait }), request, reply)
      return
    }
    if (request.headers.origin !== undefined) {
      if (apiPath.test(path) || plainPaths.has(path) || findRoute(path) !== undefined) {
        addCorsHeaders(services.apps, request, reply)
      }
    }
    done()
  })
  // Here, because reading a body would lose what an earlier hook sets.
  app.addHook('preHandler', (request, _reply, done) => {
    currentCaller.run(callerOf(request).prefix, done)
  })
  // Makes clients and proxies open their next connection to another instance (RFC 9112 §9.6).
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (state.isDraining || state.isClosing) void reply.header('connection', 'close')
    done()
  })
  app.setErrorHandler((error, request, reply) => {
    const route = findRoute(pathOf(request.originalUrl))
    reject(toPassportError(error, route?.endpoint.body), request, reply)
  })
}

// Requests without a route: another method of an endpoint, an unknown call, or a file or page.
function addFallback(
  app: FastifyInstance,
  { dispatch, serveStatic }: ServerDependencies,
  findRoute: RouteFinder,
): void {
  const methodsOf = new Map<string, string[]>()
  app.addHook('onRoute', ({ method, url }) => {
    if (method !== 'OPTIONS') methodsOf.set(url, [...(methodsOf.get(url) ?? []), method].flat())
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.originalUrl)
    const route = findRoute(path)
    const methods = methodsOf.get(path)
    if (route !== undefined) {
      void reply.header('allow', route.endpoint.methods.join(', '))
      dispatch.reject(new PassportError('method_not_allowed'), request, reply)
    } else if (methods !== undefined && !(request.method === 'HEAD' && methods.includes('GET'))) {
      await sendNotAllowed(reply, methods)
    } else if (apiPath.test(path) && !(request.method === 'GET' && path.startsWith('/form/'))) {
      dispatch.reject(new PassportError('unknown_operation'), request, reply)
    } else {
      await serveStatic(request, reply)
    }
  })
}

// Returns the protocol's error for an error of Fastify; other errors stay as they are.
function toPassportError(error: unknown, body: Body = 'form'): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new PassportError('body_too_large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return refusedContent(body)
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new PassportError('bad_body')
  }
  return error
}
