import { pagePath } from '../lib/page-path.ts'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { commonDefaults, commonParams, toLanguage, type Language } from '#protocol/common-params.ts'
import { pathsOf, type Endpoint } from '#protocol/endpoint.ts'
import { failure, success } from '#protocol/envelope.ts'
import { errors, errorStatus, type ErrorName } from '#protocol/errors.ts'
import { otherPathsOf, type Family } from '#protocol/families.ts'
import { CSRF_HEADER, SESSION_HEADER } from '#protocol/headers.ts'
import type { App } from '../store/app-repository.ts'
import { errorText } from '../lib/error-text.ts'
import { noSession, type Caller, type PlainReply } from '../calls/call.ts'
import type { Context, Handler } from '../endpoints/handler.ts'
import { renderProblemPage } from '../forms/problem-page.ts'
import { requireCaptchaAlways, isAuthentication } from '../captcha/require-captcha.ts'
import { disconnectSignal } from '../http/disconnect-signal.ts'
import { readSession, toPartitioned } from '../http/cookies.ts'
import { createCsrfGuard, csrfCookie, type CsrfDraft } from '../http/csrf-guard.ts'
import { pickFields } from '../http/pick-fields.ts'
import { ensureOneOf, readFields } from '../http/fields.ts'
import { readForm, type Fields } from '../http/form-body.ts'
import { apiHeaders } from '../http/headers.ts'
import { hintCookie } from '../http/hint-cookie.ts'
import { makeLogId } from '../http/log-id.ts'
import { ensureOrigin } from '../http/origin.ts'
import { readBody } from '../http/reader.ts'
import { preferredLanguage } from '../http/preferred-language.ts'
import { PassportError } from '../lib/passport-error.ts'
import { toRejection } from '../store/to-rejection.ts'
import { openSensitive } from '../seal/sensitive.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Services } from '../services/services.ts'
import { hashToken } from '../lib/tokens.ts'

/** One path with what serves it. */
export interface Route {
  readonly row: Endpoint
  readonly family: Family
  readonly path: string
  readonly handler: Handler<Endpoint>
}

/** Every path of every row, and those of central hosts and old apps; @throws Error when two rows claim one path. */
export function makeRoutes(
  groups: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>,
  handlers: Readonly<Record<string, Readonly<Record<string, Handler<Endpoint>>>>>,
): Map<string, Route> {
  const routes = new Map<string, Route>()
  for (const [group, rows] of Object.entries(groups)) {
    for (const [name, row] of Object.entries(rows)) {
      const handler = handlers[group]?.[name]
      if (handler === undefined) throw new Error(`no handler serves ${group}.${name}`)
      for (const { family, path } of pathsOf(row)) {
        const other = routes.get(path)
        if (other !== undefined && other.row !== row) {
          throw new Error(`${path} is claimed by ${other.row.operation} and ${row.operation}`)
        }
        routes.set(path, other ?? { row, family, path, handler })
      }
    }
  }
  for (const { row, handler, ...reportFailure } of routes.values()) {
    for (const { family, path } of otherPathsOf(reportFailure.family, reportFailure.path)) {
      if (!routes.has(path)) routes.set(path, { row, family, path, handler })
    }
  }
  return routes
}

/** Serves calls by their routes: request in, envelope out. */
export interface Dispatch {
  answer(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** The envelope of a refusal outside of any route. */
  refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void
}

/** What a call leaves for the reply before it is known to go well. */
interface Draft extends CsrfDraft {
  language: Language
  aid: number | undefined
  location: string | undefined
  plain: PlainReply | undefined
  /** Code of what was refused, where a browser is told by a page. */
  refused: number | undefined
  /** Whether browsers keep the cookies apart for each site that embeds a page. */
  isPartitioned: boolean
}

/** Dispatch over the services; `callerOf` reads who is at the other end. */
export function createDispatch(
  services: Services,
  secrets: Secrets,
  callerOf: (request: FastifyRequest) => Caller,
): Dispatch {
  const { apps, clock, config, log, policy, seal, sessions } = services
  const headers = apiHeaders(config.isHttps)
  const csrf = createCsrfGuard(config, secrets, sessions)

  async function answer(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { row, family } = route
    const now = clock()
    const logId = makeLogId(now)
    const isPage = row.navigation && wantsPage(request.headers)
    const draft: Draft = {
      language: isPage ? preferredLanguage(request.headers) : commonDefaults.language,
      aid: undefined,
      token: undefined,
      location: undefined,
      plain: undefined,
      refused: undefined,
      isPartitioned: false,
      cookies: [],
      csrfToken: undefined,
    }
    let envelope
    let status = 200
    try {
      const result = await run(route, request, reply, draft, now, logId)
      envelope = success(pickFields(row.reply, result) as object, logId)
    } catch (error) {
      const refusal = toRejection(error, log, logId, row.operation)
      const text = errorText(refusal.error, draft.language, refusal.data)
      envelope = failure(refusal.error, text, logId, {
        ...pageAbout(refusal.error, draft.language),
        ...refusal.data,
      })
      status = errorStatus(refusal.error)
      addRetryAfter(reply, status, refusal)
      draft.location = undefined
      draft.plain = isPage
        ? renderProblemPage(config, draft.language, text, status === 200 ? {} : { status })
        : undefined
    }
    const cookie = csrfCookie(request)
    if (draft.csrfToken === undefined && cookie === undefined) {
      csrf.bind(request, draft, draft.token === undefined ? '' : hashToken(draft.token))
    }
    if (draft.cookies.length > 0) {
      const cookies = draft.isPartitioned ? draft.cookies.map(toPartitioned) : draft.cookies
      void reply.header('set-cookie', cookies)
    }
    // Always sent: pages of other hosts see this header, where our cookie is out of their reach.
    void reply.header(CSRF_HEADER, draft.csrfToken ?? cookie)
    void reply.headers(headers).header('x-tt-logid', logId)
    if (draft.location !== undefined) {
      void reply.code(302).header('location', draft.location).send('')
    } else if (draft.plain !== undefined) {
      const { plain } = draft
      void reply
        .code(plain.status ?? 200)
        .headers({ ...plain.headers })
        .type(plain.type)
      void reply.send(typeof plain.body === 'string' ? plain.body : Buffer.from(plain.body))
    } else {
      void reply.code(status).send(JSON.stringify(envelope))
    }
    log.call({
      operation: `${family}/${row.operation}`,
      aid: draft.aid,
      status: reply.statusCode,
      error: draft.refused ?? envelope.error_code,
      ms: clock() - now,
      logId,
    })
  }

  async function run(
    { row, family, path, handler }: Route,
    request: FastifyRequest,
    reply: FastifyReply,
    draft: Draft,
    now: number,
    logId: string,
  ): Promise<object> {
    const query = readQuery(request.url)
    draft.language = languageOf(query.values, draft.language)
    const body = await readBody(request, row.body)
    const values = { ...query.values, ...body.fields.values, ...(request.params as object) }
    draft.language = languageOf(values, draft.language)

    const app = await findApp(values.aid)
    draft.aid = app.aid
    const params = readFields({ ...commonDefaults, ...values }, commonParams, true)
    const caller = { ...callerOf(request), webId: params.fp ?? params.verifyFp ?? '' }
    const method = request.method === 'GET' ? 'GET' : 'POST'
    const { navigation: isNavigation } = row
    ensureOrigin(apps, app, { method, isNavigation }, request.headers)
    draft.isPartitioned =
      app.settings.partitioned_cookies &&
      request.headers.origin !== undefined &&
      request.headers['sec-fetch-site'] === 'cross-site'

    const { token, isHeader } = sessionTokenOf(request)
    draft.token = token
    const session =
      row.session === 'none' || token === undefined ? undefined : await sessions.find(token)
    if (method === 'POST' && !isHeader) await csrf.ensure(request, draft, session)
    if (row.session === 'required' && session === undefined) {
      // Pages go by the hint, and this browser still has one of a session that has ended.
      if (token !== undefined && !isHeader) draft.cookies.push(hintCookie(config, '', 0))
      throw noSession()
    }

    const repeated = [...query.repeated, ...body.fields.repeated]
    const isTwice = row.sensitive.find(
      (name) => repeated.includes(name) || (name in query.values && name in body.fields.values),
    )
    if (isTwice !== undefined) {
      throw new PassportError('bad_parameter', { fields: [{ field: isTwice, rule: 'repeated' }] })
    }
    if (isAuthentication(row, method)) policy.requireAllowed(caller)
    const opened = await openSensitive(config, seal, { row, path, method, params, app }, values)
    ensureOneOf(row, values)
    const isOpen = row.sensitive.length === 0
    const call = readFields({ ...row.defaults, ...values }, row.payload, isOpen)
    if (opened !== undefined) await seal.use(opened)

    const context: Context = {
      services,
      operation: row.operation,
      family,
      method,
      isNavigation: request.headers['sec-fetch-mode'] === 'navigate',
      logId,
      now,
      language: params.language,
      params,
      app,
      caller,
      session,
      sessionToken: token,
      upload: body.upload,
      header: (name) => request.headers[name]?.toString(),
      setCookie: (cookie) => draft.cookies.push(cookie),
      bindCsrf: (sessionHash) => csrf.bind(request, draft, sessionHash),
      redirect: (location, because) => {
        draft.location = location
        draft.refused = because && errors[because.error].code
      },
      answerWith: (plain, because) => {
        draft.plain = plain
        draft.refused = because && errors[because.error].code
      },
      signal: () => disconnectSignal(reply),
    }
    try {
      await requireCaptchaAlways(context, row, call)
      return await handler(call, context)
    } catch (error) {
      if (opened !== undefined && isAnotherStep(error)) await seal.release(opened)
      throw error
    }
  }

  async function findApp(aid: unknown): Promise<App> {
    const app = await apps.find(Number(aid))
    if (app === undefined) throw new PassportError('bad_app')
    return app
  }

  return {
    answer,
    refuse: (thrown, request, reply) => {
      const logId = makeLogId(clock())
      const error = toRejection(thrown, log, logId, 'request')
      const language = toLanguage(String(readLanguage(request.url) ?? commonDefaults.language))
      const status = errorStatus(error.error)
      addRetryAfter(reply, status, error)
      const envelope = failure(error.error, errorText(error.error, language), logId, error.data)
      void reply.headers(headers).header('x-tt-logid', logId).code(status)
      void reply.send(JSON.stringify(envelope))
      const { error_code: code } = envelope
      log.call({ operation: 'request', aid: undefined, status, error: code, ms: 0, logId })
    },
  }
}

// A browser that does not say what it is after wants pages where it says so.
function wantsPage({ 'sec-fetch-mode': mode, accept }: IncomingHttpHeaders): boolean {
  return mode === undefined ? accept?.includes('text/html') === true : mode === 'navigate'
}

// Where a browser may go to read what the refusal means.
function pageAbout(error: ErrorName, language: Language): Record<string, unknown> {
  return error === 'account_banned' ? { desc_url: pagePath('/banned', language) } : {}
}

function queryOf(url: string): string {
  const at = url.indexOf('?')
  return at === -1 ? '' : url.slice(at + 1)
}

// Known before the parameters are checked, so that a refusal of them is said in it.
function languageOf(values: Fields['values'], fallback: Language): Language {
  return typeof values.language === 'string' ? toLanguage(values.language) : fallback
}

function readQuery(url: string): Fields {
  try {
    return readForm(queryOf(url))
  } catch {
    throw new PassportError('bad_body')
  }
}

function readLanguage(url: string): string | null {
  return new URLSearchParams(queryOf(url)).get('language')
}

function sessionTokenOf(request: FastifyRequest): {
  token: string | undefined
  isHeader: boolean
} {
  const header = request.headers[SESSION_HEADER]
  if (typeof header === 'string') return { token: header, isHeader: true }
  return { token: readSession(request.headers.cookie), isHeader: false }
}

// The same request is to come again: nothing was done yet.
function isAnotherStep(error: unknown): boolean {
  return (
    error instanceof PassportError &&
    (error.error === 'second_verify' ||
      'verify_center_decision_conf' in error.data ||
      'verify_center_secondary_decision_conf' in error.data)
  )
}

function addRetryAfter(reply: FastifyReply, status: number, error: PassportError): void {
  if (status !== 429 && status !== 503) return
  const { retry_after: seconds } = error.data
  void reply.header('retry-after', typeof seconds === 'number' ? seconds : 1)
}
