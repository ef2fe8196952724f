import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StructError, validate, type Struct } from 'superstruct'
import { ADMIN_PATH, adminCalls, type AdminCall, type AdminCallName } from '#protocol/admin.ts'
import type { Caller } from '../calls/call.ts'
import type { Secrets } from '../config/secrets.ts'
import { disconnectSignal } from '../http/disconnect-signal.ts'
import { apiHeaders } from '../http/headers.ts'
import { createLogId } from '../http/log-id.ts'
import { createCursors } from '../lib/cursors.ts'
import type { Fields } from '../http/parse-fields.ts'
import { pickFields } from '../http/pick-fields.ts'
import { JSON_BYTES } from '../http/request-body.ts'
import { readQuery } from '../http/request-url.ts'
import type { Services } from '../services/services.ts'
import type { AdminToken } from '../store/schema/applications.ts'
import { hasScope } from './admin-tokens.ts'
import { createTokenGuard } from './admit-token.ts'
import { createUser } from './create-user.ts'
import { eventHandlers } from './events.ts'
import { userActHandlers } from './user-acts.ts'
import type { AdminContext, AdminHandlers } from './handler.ts'
import { fieldProblem, ProblemError } from './problem-error.ts'
import { createAdminReject } from './reject-admin-call.ts'
import { webhookHandlers } from './webhooks.ts'
import { hasTag, userHandlers } from './users.ts'

const JSON_TYPE = 'application/json'
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Adds the calls of `protocol/admin.ts`. */
export async function addAdminApi(
  app: FastifyInstance,
  services: Services,
  secrets: Secrets,
  callerOf: (request: FastifyRequest) => Caller,
): Promise<void> {
  const admit = createTokenGuard(services)
  const cursors = createCursors(secrets, 'admin cursor', () => fieldProblem('cursor', 'format'))
  const handlers: AdminHandlers = {
    ...userHandlers,
    ...eventHandlers,
    ...userActHandlers,
    ...webhookHandlers,
    createUser,
  }
  const reject = createAdminReject(services)

  async function run(
    name: AdminCallName,
    request: FastifyRequest,
    reply: FastifyReply,
    admitted: { token?: AdminToken },
  ): Promise<void> {
    const call: AdminCall = adminCalls[name]
    const { headers } = request
    if (headers.cookie !== undefined || headers.origin !== undefined) {
      throw new ProblemError('browser_refused')
    }
    // Where an id is empty, the path would be that of all, such as all sessions.
    if (/\/(?:\?|$)/.test(request.originalUrl)) throw new ProblemError('not_found')
    const token = await admit(headers.authorization, callerOf(request))
    admitted.token = token
    if (!hasScope(token, call.scope)) {
      throw new ProblemError('insufficient_scope', { detail: `It needs ${call.scope}.` })
    }
    const query = readStruct(readQuery(request.originalUrl), call.query)
    const body = call.body === undefined ? undefined : readStruct(jsonOf(request), call.body)
    const params = request.params as Readonly<Record<string, string>>
    const context: AdminContext = {
      services,
      token,
      actor: `token:${token.id}`,
      view: { aid: token.aid, now: services.clock() },
      cursors,
      param: (part) => params[part] ?? '',
      header: (header) => {
        const value = headers[header]
        return typeof value === 'string' ? value : undefined
      },
      digestOf: (value) =>
        secrets.lasting('admin request', JSON.stringify(value)).toString('base64url'),
      signal: () => disconnectSignal(reply),
      setHeader: (header, value) => void reply.header(header, value),
    }
    // The table gives each handler the fields of its own structs.
    const handle = handlers[name] as (given: object, context: AdminContext) => Promise<unknown>
    const result = await handle({ query, body }, context)
    const isKnown = call.headers.includes('if-none-match') && isKnownTag(headers, reply)
    const struct = isKnown ? undefined : call.reply
    void reply.code(isKnown ? 304 : call.status)
    if (struct === undefined) void reply.removeHeader('content-type')
    await reply.send(struct && JSON.stringify(pickFields(struct, result)))
  }

  await app.register(
    async (scope) => {
      scope.setErrorHandler(reject)
      scope.setNotFoundHandler((request, reply) => {
        reject(new ProblemError('not_found'), request, reply)
      })
      // In place of the preflight that other paths answer.
      scope.options('*', (request, reply) => {
        reject(new ProblemError('browser_refused'), request, reply)
      })
      scope.addHook('onRequest', ({ headers }, _reply, done) => {
        const { 'content-encoding': encoding = 'identity' } = headers
        done(encoding === 'identity' ? undefined : new ProblemError('bad_content_type'))
      })
      const calls = Object.values(adminCalls)
      for (const [url, ofPath] of Map.groupBy(calls, urlOf)) {
        const allowed = ofPath.map(({ method }): string => method)
        const shown = allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed
        scope.route({
          method: METHODS.filter((method) => !allowed.includes(method)),
          url,
          handler: (request, reply) => {
            const error = new ProblemError('method_not_allowed')
            reject(error, request, reply.header('allow', shown.join(', ')))
          },
        })
      }
      for (const [name, call] of Object.entries(adminCalls)) {
        const { method } = call
        scope.route({
          method,
          url: urlOf(call),
          bodyLimit: JSON_BYTES,
          exposeHeadRoute: method === 'GET',
          handler: async (request, reply) => {
            const startedAt = services.clock()
            const logId = createLogId(startedAt)
            void reply.headers(apiHeaders(services.config.isHttps)).header('x-tt-logid', logId)
            const admitted: { token?: AdminToken } = {}
            try {
              await run(name as AdminCallName, request, reply, admitted)
            } catch (error) {
              reject(error, request, reply)
            }
            const status = reply.statusCode
            const ms = services.clock() - startedAt
            const tokenId = admitted.token?.id
            const line = { operation: `admin/${name}`, tokenId, status, ms, logId }
            services.log.pino.info(line, 'admin call')
          },
        })
      }
    },
    { prefix: ADMIN_PATH },
  )
}

function urlOf({ path }: Pick<AdminCall, 'path'>): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

// Proxies make a tag weak that they know only compressed.
function isKnownTag({ 'if-none-match': tags }: FastifyRequest['headers'], reply: FastifyReply) {
  return tags !== undefined && hasTag(tags.replaceAll('W/', ''), String(reply.getHeader('etag')))
}

function jsonOf({ headers, body }: FastifyRequest): Fields {
  if (headers['content-type']?.toLowerCase().startsWith(JSON_TYPE) !== true) {
    throw new ProblemError('bad_content_type')
  }
  return body as Fields
}

// Unknown fields are refused, so that nobody believes that they did something. They are sorted, because
// repeated requests may have them in another order.
// oxlint-disable-next-line typescript/no-explicit-any
function readStruct({ values, repeated, builtIn }: Fields, struct: Struct<any, any>): unknown {
  const errors = [
    ...repeated.map((field) => ({ field, reason: 'repeated' })),
    ...builtIn.map((field) => ({ field, reason: 'unknown' })),
  ]
  if (errors.length > 0) throw new ProblemError('invalid_fields', { errors })
  const sorted = Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const [error, fields] = validate(Object.fromEntries(sorted), struct, { coerce: true })
  if (error instanceof StructError) {
    throw new ProblemError('invalid_fields', { errors: error.failures().map(toFieldError) })
  }
  return fields
}

function toFieldError({
  path,
  type,
  value,
  refinement,
}: ReturnType<StructError['failures']>[number]): { field: string; reason: string } {
  const reason = type === 'never' ? 'unknown' : value === undefined ? 'required' : undefined
  return { field: path.join('.'), reason: reason ?? refinement ?? 'format' }
}
