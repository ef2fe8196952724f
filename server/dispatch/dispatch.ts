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
import { errors, errorStatus } from '#protocol/errors.ts'
import { SESSION_HEADER } from '#protocol/headers.ts'
import { isPermission } from '#protocol/permissions.ts'
import { SITE_AID } from '#protocol/site-app.ts'
import { requireOrganizationsOf } from '../apps/organizations-of.ts'
import { requireAllowedOrigin } from '../apps/require-origin.ts'
import { noSession, type Caller } from '../calls/call.ts'
import { rejectionFor, toRejection } from '../calls/to-rejection.ts'
import { isAuthentication, requireCaptchaAlways } from '../captcha/require-captcha.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Context } from '../endpoints/handler.ts'
import {
  changedCookie,
  endAllSessionCookies,
  hasHintOf,
  hintOf,
  readSessionTokens,
  SESSION_COOKIE,
  signedInHintCookie,
} from '../http/cookies.ts'
import { apiHeaders } from '../http/headers.ts'
import { createLogId } from '../http/log-id.ts'
import { queryOf } from '../http/request-url.ts'
import { addRetryAfter } from '../http/retry-after.ts'
import { ensureOneOf, validateFields } from '../http/validate-fields.ts'
import { SECOND_MS } from '../lib/clock.ts'
import { errorText } from '../lib/error-text.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken } from '../lib/tokens.ts'
import { openSensitiveFields } from '../seal/sensitive.ts'
import { requireShown } from '../sessions/require-shown.ts'
import { choosePresented, type PresentedSession } from '../sessions/presented-session.ts'
import type { Services } from '../services/services.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { noteRefusal } from '../trace/note-refusal.ts'
import { createContext, type Source } from './context.ts'
import { createCsrfGuard } from './csrf-guard.ts'
import { startExchange, type Exchange } from './exchange.ts'
import { ensureSentOnce, readRequest, type SentFields } from './read-request.ts'
import { fail, sendReply, succeed, type Outcome } from './reply.ts'
import type { Route } from './routes.ts'

interface SentSession extends PresentedSession {
  isHeader: boolean
  session: LiveSession | undefined
}

/** Answers calls: a request in, an envelope out. */
export type Dispatch = ReturnType<typeof createDispatch>

/** Returns the dispatch; `callerOf` reads the sender of a request. */
export function createDispatch(
  services: Services,
  secrets: Secrets,
  callerOf: (request: FastifyRequest) => Caller,
) {
  const { apps, clock, config, log, policy, seal, sessions } = services
  const headers = apiHeaders(config.isHttps)
  const csrf = createCsrfGuard(config, secrets, sessions)

  /** Answers a call whose route was found. */
  async function answer(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const call = startExchange(route, request, reply, clock())
    const { progress } = call.pending
    let outcome: Outcome
    try {
      outcome = succeed(call, await run(call))
    } catch (error) {
      progress.refusal = toRejection(error, log, call.logId, route.endpoint.operation)
      outcome = fail(config, call, progress.refusal)
    }
    issueMissingCsrfToken(call)
    sendReply(call, outcome, headers)
    logCall(call, outcome)
    keepRefusal(call)
    // Fastify would end the reply when this returns before the file begins.
    if (call.pending.plain?.body instanceof Readable) await reply
  }

  async function run(call: Exchange): Promise<object> {
    // Before a file is kept, so that strangers fill no memory.
    const early = call.route.endpoint.body === 'multipart' ? await presented(call) : undefined
    const sent = await readRequest(call, early?.session !== undefined)
    const source = await identify(call, sent)
    call.pending.read.source = source
    const session = await authorize(call, source, early)
    call.pending.progress.session = session
    const sealId = await openSealedFields(call, sent, source)
    const payload = validatePayload(call, sent)
    call.pending.read.payload = payload
    if (sealId !== undefined) await seal.use(sealId)
    const clientFields = recordedFields(call.route.endpoint, sent, source.params, payload)
    const details = { session, clientFields, upload: sent.body.upload }
    const context = createContext(services, csrf, call, source, details)
    const result = await callHandler(call, context, payload, sealId)
    if (session !== undefined) restoreHint(call, session)
    return result
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
    await requireOrganizationsOf(apps, app.aid, params.subject_aid)
    const webId = params.fp ?? params.verifyFp ?? ''
    return { app, params, caller: { ...callerOf(request), webId } }
  }

  // Checks origin, CSRF token and session; what only reads needs no token. Throws csrf_error, session_expired.
  async function authorize(
    call: Exchange,
    { app, params }: Source,
    early: SentSession | undefined,
  ): Promise<LiveSession | undefined> {
    const { method, pending, request, route } = call
    const { navigation: isNavigation, session: requirement } = route.endpoint
    requireAllowedOrigin(apps, app, { method, isNavigation }, request.headers)
    pending.isPartitioned =
      app.settings.partitioned_cookies &&
      request.headers.origin !== undefined &&
      request.headers['sec-fetch-site'] === 'cross-site'
    const { token, isHeader, isTorn, session } = early ?? (await presented(call))
    pending.sessionToken = token
    if (isTorn) pending.cookies.push(...endAllSessionCookies(config))
    // Other pages cannot make a browser send the session in a header.
    if (method === 'POST' && !isHeader && !readsOnly(route.endpoint)) {
      await csrf.ensure(call, session)
      // The replies that the loader of the account pages has fetched may be outdated now.
      if (session !== undefined && !config.isSiteElsewhere) {
        pending.cookies.push(changedCookie(config))
      }
    }
    // The hint stays: a reply that comes late must not end a newer session, so clients compare.
    if (requirement === 'required' && session === undefined) throw noSession()
    requireShown(services, { app }, session, params.shown_user)
    return session
  }

  // Clients without cookies send the session in a header.
  async function presented({ request: { headers: sent }, route }: Exchange): Promise<SentSession> {
    const header = sent[SESSION_HEADER]
    const isHeader = typeof header === 'string'
    const chosen = isHeader
      ? { token: header, isTorn: false }
      : await choosePresented(sessions, readSessionTokens(sent.cookie))
    const isUnread = route.endpoint.session === 'none' || chosen.token === undefined
    const session = isUnread ? undefined : await sessions.find(chosen.token ?? '')
    return { ...chosen, isHeader, session }
  }

  // Pages trust the hint, which a late reply or a neighbouring host may have taken away.
  function restoreHint({ now, pending, request }: Exchange, session: LiveSession): void {
    const { cookie, [SESSION_HEADER]: header } = request.headers
    const { accountId, expiresAt, hash } = session
    const isReplaced = pending.cookies.some((one) => one.startsWith(`${SESSION_COOKIE}=`))
    if (header !== undefined || isReplaced || hasHintOf(cookie, hash)) return
    const hint = hintOf(services.accounts.secIdOf(accountId, 0), hash)
    pending.cookies.push(signedInHintCookie(config, hint, Math.ceil((expiresAt - now) / SECOND_MS)))
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
      // Nothing was done, and whoever repeats the call has proved enough already.
      if (rejectionFor(error).error === 'server_busy') {
        for (const giveBack of context.progress.giveBacks) await giveBack()
      }
      throw error
    }
  }

  function issueMissingCsrfToken(call: Exchange): void {
    const { csrfCookies, pending } = call
    if (pending.csrfToken !== undefined || csrfCookies.length > 0) return
    csrf.issue(call, pending.sessionToken === undefined ? '' : hashToken(pending.sessionToken))
  }

  function keepRefusal({ logId, now, pending, request, route }: Exchange): void {
    const { progress, read } = pending
    const { source, payload } = read
    const { operation } = route.endpoint
    const { aid = 0 } = pending
    const caller = source?.caller ?? callerOf(request)
    const region = source?.params.a_region
    const call = { operation, logId, now, aid, caller, progress, payload, region }
    noteRefusal(services.attempts, call)
  }

  function logCall({ logId, now, pending, reply, route }: Exchange, { envelope }: Outcome): void {
    const { permission: lacking } = envelope.data as { permission?: unknown }
    const { refusal } = pending.progress
    log.call({
      operation: `${route.family}/${route.endpoint.operation}`,
      aid: pending.aid,
      status: reply.statusCode,
      error: refusal === undefined ? envelope.error_code : errors[refusal.error].code,
      ms: clock() - now,
      logId,
      ...(isPermission(lacking) && { permission: lacking }),
    })
  }

  /** Answers a request that fails before any route. */
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

// The client sends the same request again, with the proof that was asked for: nothing was done yet.
function willBeRepeated(error: unknown): boolean {
  return (
    error instanceof PassportError &&
    (error.error === 'second_verify' ||
      'verify_center_decision_conf' in error.data ||
      'verify_center_secondary_decision_conf' in error.data)
  )
}
