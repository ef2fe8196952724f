import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  commonDefaults,
  commonParams,
  recordedParams,
  toLanguage,
  type CommonParams,
} from '#protocol/common-params.ts'
import { readsOnly, type Endpoint } from '#protocol/endpoint.ts'
import { failure } from '#protocol/envelope.ts'
import { errorStatus } from '#protocol/errors.ts'
import { SESSION_HEADER } from '#protocol/headers.ts'
import { isPermission } from '#protocol/permissions.ts'
import { SITE_AID } from '../apps/apps.ts'
import { requireAllowedOrigin } from '../apps/require-origin.ts'
import { noSession, type Caller } from '../calls/call.ts'
import { toRejection } from '../calls/to-rejection.ts'
import { isAuthentication, requireCaptchaAlways } from '../captcha/require-captcha.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Context } from '../endpoints/handler.ts'
import { changedCookie, readSessionToken, signedInHintCookie } from '../http/cookies.ts'
import { apiHeaders } from '../http/headers.ts'
import { createLogId } from '../http/log-id.ts'
import { queryOf } from '../http/request-url.ts'
import { addRetryAfter } from '../http/retry-after.ts'
import { ensureOneOf, validateFields } from '../http/validate-fields.ts'
import { errorText } from '../lib/error-text.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken } from '../lib/tokens.ts'
import { openSensitiveFields } from '../seal/sensitive.ts'
import type { Services } from '../services/services.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { createContext, type Source } from './context.ts'
import { createCsrfGuard } from './csrf-guard.ts'
import { startExchange, type Exchange } from './exchange.ts'
import { ensureSentOnce, readRequest, type SentFields } from './read-request.ts'
import { fail, sendReply, succeed, type Outcome } from './reply.ts'
import type { Route } from './routes.ts'

/** Answers calls: a request in, an envelope out. */
export interface Dispatch {
  /** Answers a call whose route was found. */
  answer(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Answers a request that fails before any route. */
  reject(error: unknown, request: FastifyRequest, reply: FastifyReply): void
}

/** Returns the dispatch; `callerOf` reads the sender of a request. */
export function createDispatch(
  services: Services,
  secrets: Secrets,
  callerOf: (request: FastifyRequest) => Caller,
): Dispatch {
  const { apps, clock, config, log, policy, seal, sessions } = services
  const headers = apiHeaders(config.isHttps)
  const csrf = createCsrfGuard(config, secrets, sessions)

  async function answer(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const call = startExchange(route, request, reply, clock())
    let outcome: Outcome
    try {
      outcome = succeed(call, await run(call))
    } catch (error) {
      outcome = fail(config, call, toRejection(error, log, call.logId, route.endpoint.operation))
    }
    issueMissingCsrfToken(call)
    sendReply(call, outcome, headers)
    logCall(call, outcome)
    // Fastify would end the reply when this returns before the file begins.
    if (call.pending.plain?.body instanceof Readable) await reply
  }

  async function run(call: Exchange): Promise<object> {
    const sent = await readRequest(call)
    const source = await identify(call, sent)
    const session = await authorize(call, source)
    const sealId = await openSealedFields(call, sent, source)
    const payload = validatePayload(call, sent)
    if (sealId !== undefined) await seal.use(sealId)
    const clientFields = recordedFields(call.route.endpoint, sent, source.params, payload)
    const details = { session, clientFields, upload: sent.body.upload }
    const context = createContext(services, csrf, call, source, details)
    return await callHandler(call, context, payload, sealId)
  }

  // Finds the application and the caller. Throws bad_app, or the error of a common parameter.
  async function identify(
    { pending, request, route }: Exchange,
    { values }: SentFields,
  ): Promise<Source> {
    const app = await apps.find(Number(values.aid ?? (route.endpoint.aid === 'site' && SITE_AID)))
    if (app === undefined) throw new PassportError('bad_app')
    pending.aid = app.aid
    const params = validateFields(
      { ...commonDefaults, aid: app.aid, ...values },
      commonParams,
      true,
    )
    const webId = params.fp ?? params.verifyFp ?? ''
    return { app, params, caller: { ...callerOf(request), webId } }
  }

  // Checks origin, CSRF token and session; what only reads needs no token. Throws csrf_error, session_expired.
  async function authorize(call: Exchange, { app }: Source): Promise<LiveSession | undefined> {
    const { method, pending, request, route } = call
    const { navigation: isNavigation, session: requirement } = route.endpoint
    requireAllowedOrigin(apps, app, { method, isNavigation }, request.headers)
    pending.isPartitioned =
      app.settings.partitioned_cookies &&
      request.headers.origin !== undefined &&
      request.headers['sec-fetch-site'] === 'cross-site'
    const { token, isHeader } = sessionTokenOf(request)
    pending.sessionToken = token
    const session =
      requirement === 'none' || token === undefined ? undefined : await sessions.find(token)
    // Other pages cannot make a browser send the session in a header.
    if (method === 'POST' && !isHeader && !readsOnly(route.endpoint)) {
      await csrf.ensure(call, session)
      // The replies that the loader of the account pages has fetched may be outdated now.
      if (session !== undefined && !config.isSiteElsewhere) {
        pending.cookies.push(changedCookie(config))
      }
    }
    if (requirement === 'required' && session === undefined) {
      // The session has ended, so pages of the site must not trust its hint any longer.
      if (token !== undefined && !isHeader) pending.cookies.push(signedInHintCookie(config, '', 0))
      throw noSession()
    }
    return session
  }

  // Decrypts sensitive fields in place. Returns the id of the sealed request, to be used once.
  async function openSealedFields(
    { method, route }: Exchange,
    sent: SentFields,
    { app, params, caller }: Source,
  ): Promise<string | undefined> {
    const { endpoint, path } = route
    ensureSentOnce(endpoint, sent)
    if (isAuthentication(endpoint, method)) policy.requireAllowed(caller)
    const sealedCall = { endpoint, path, method, params, app }
    return await openSensitiveFields(config, seal, sealedCall, sent.values)
  }

  async function callHandler(
    { route }: Exchange,
    context: Context,
    payload: object,
    sealId: string | undefined,
  ): Promise<object> {
    try {
      await requireCaptchaAlways(context, route.endpoint, payload)
      return await route.handler(payload, context)
    } catch (error) {
      if (sealId !== undefined && willBeRepeated(error)) await seal.release(sealId)
      throw error
    }
  }

  function issueMissingCsrfToken(call: Exchange): void {
    const { csrfCookie, pending } = call
    if (pending.csrfToken !== undefined || csrfCookie !== undefined) return
    csrf.issue(call, pending.sessionToken === undefined ? '' : hashToken(pending.sessionToken))
  }

  function logCall({ logId, now, pending, reply, route }: Exchange, { envelope }: Outcome): void {
    const { permission: lacking } = envelope.data as { permission?: unknown }
    log.call({
      operation: `${route.family}/${route.endpoint.operation}`,
      aid: pending.aid,
      status: reply.statusCode,
      error: pending.errorCode ?? envelope.error_code,
      ms: clock() - now,
      logId,
      ...(isPermission(lacking) && { permission: lacking }),
    })
  }

  function reject(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const logId = createLogId(clock())
    const { error, data } = toRejection(thrown, log, logId, 'request')
    const sentLanguage = new URLSearchParams(queryOf(request.url)).get('language')
    const language = toLanguage(sentLanguage ?? commonDefaults.language)
    const status = errorStatus(error)
    const envelope = failure(error, errorText(error, language), logId, data)
    addRetryAfter(reply, status, data)
    void reply.headers(headers).header('x-tt-logid', logId).code(status)
    void reply.send(JSON.stringify(envelope))
    const { error_code: code } = envelope
    log.call({ operation: 'request', aid: undefined, status, error: code, ms: 0, logId })
  }

  return { answer, reject }
}

// Throws the error of the first invalid field.
function validatePayload({ route }: Exchange, { values }: SentFields): object {
  const { defaults, payload, sensitive } = route.endpoint
  ensureOneOf(route.endpoint, values)
  // Results are cached only if no field is a secret.
  return validateFields({ ...defaults, ...values }, payload, sensitive.length === 0)
}

// Only what was sent: defaults say nothing about a client.
function recordedFields(
  { recorded }: Endpoint,
  { values }: SentFields,
  params: CommonParams,
  payload: object,
): string {
  const valid: Record<string, unknown> = { ...params, ...payload }
  const names = [...recordedParams, ...recorded].filter((name) => values[name] !== undefined)
  if (names.length === 0) return ''
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, valid[name]])))
}

// Clients without cookies send the session in a header.
function sessionTokenOf({ headers }: FastifyRequest): {
  token: string | undefined
  isHeader: boolean
} {
  const header = headers[SESSION_HEADER]
  if (typeof header === 'string') return { token: header, isHeader: true }
  return { token: readSessionToken(headers.cookie), isHeader: false }
}

// The client sends the same request again, with the proof that was asked for: nothing was done yet.
function willBeRepeated(error: unknown): boolean {
  return (
    error instanceof PassportError &&
    (error.error === 'second_verify' ||
      'verify_center_decision_conf' in error.data ||
      'verify_center_secondary_decision_conf' in error.data)
  )
}
