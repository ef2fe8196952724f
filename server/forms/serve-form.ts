import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors, errorStatus, type ErrorName } from '#protocol/errors.ts'
import {
  endSessionForm,
  loginForm,
  logoutForm,
  resetPasswordForm,
  signUpForm,
  type FormEndpoint,
} from '#protocol/forms.ts'
import { languages as allLanguages, siteLanguages, toLanguage } from '#protocol/languages.ts'
import { SITE_AID } from '#protocol/site-app.ts'
import { brandOf, type Brand } from '../apps/brand.ts'
import { requireAllowedOrigin } from '../apps/require-origin.ts'
import { startProgress, type Caller, type PlainReply, type Progress } from '../calls/call.ts'
import { toRejection } from '../calls/to-rejection.ts'
import type { Secrets } from '../config/secrets.ts'
import {
  changedCookie,
  csrfCookies,
  endAllSessionCookies,
  readCsrfTokens,
  readSessionTokens,
  readWebId,
} from '../http/cookies.ts'
import { isCsrfTokenOf, makeCsrfToken } from '../http/csrf-token.ts'
import { disconnectSignal } from '../http/disconnect-signal.ts'
import { formPageHeaders } from '../http/headers.ts'
import { createLogId } from '../http/log-id.ts'
import { endsInPopup, keepOpener } from '../http/opener-policy.ts'
import { givenFields, type Fields } from '../http/parse-fields.ts'
import { preferredLanguage } from '../http/preferred-language.ts'
import { readBody } from '../http/request-body.ts'
import { readQuery } from '../http/request-url.ts'
import { addRetryAfter } from '../http/retry-after.ts'
import { signInPageBefore } from '../http/sign-in-thread.ts'
import { validateFields } from '../http/validate-fields.ts'
import { HOUR_MS } from '../lib/clock.ts'
import { errorText } from '../lib/error-text.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken } from '../lib/tokens.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import { leadsAway, onwardPage } from '../pages/onward-page.ts'
import { isRefusal } from '../pages/page.ts'
import { pageReply } from '../pages/page-reply.ts'
import { problemPage } from '../pages/problem-page.ts'
import type { Services } from '../services/services.ts'
import { choosePresented } from '../sessions/presented-session.ts'
import { noteRefusal } from '../trace/note-refusal.ts'
import type { FormContext, FormHandler } from './form.ts'

/** Serves one request to a form with its handler. */
export type ServeForm = <E extends FormEndpoint>(
  endpoint: E,
  handler: FormHandler<E>,
  request: FastifyRequest,
  reply: FastifyReply,
  pageLanguage?: FormContext['language'],
) => Promise<void>

/** A request while it is served; a page about a failure shows what was found out before. */
interface FormExchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly logId: string
  readonly now: number
  brand: Brand
  language: FormContext['language']
  /** Path and query at which its page is shown in any language. */
  address: string
  /** Languages in which it does. */
  languages: readonly FormContext['language'][]
  openerHeaders: Readonly<Record<string, string>>
  /** Application, caller and fields as far as they were read, for support. */
  read: { context?: FormContext; payload?: object }
  readonly progress: Progress
}

/** `callerOf` reads the sender of a request. */
export function createServeForm(
  services: Services,
  secrets: Secrets,
  callerOf: (request: FastifyRequest) => Caller,
): ServeForm {
  const { apps, attempts, clock, config, log, rateLimits } = services

  const serve: ServeForm = async (endpoint, handler, request, reply, pageLanguage) => {
    const { operation } = endpoint
    const now = clock()
    const logId = createLogId(now)
    void reply.headers(formPageHeaders(config.isHttps)).header('x-tt-logid', logId)
    const language = pageLanguage ?? preferredLanguage(request.headers)
    const brand = brandOf(config)
    const address = addressOf(endpoint, request, pageLanguage)
    const isOfSite = request.method === 'POST' && formsOfSite.has(endpoint.path)
    const exchange = {
      request,
      reply,
      logId,
      now,
      brand,
      language,
      address,
      languages: isOfSite ? siteLanguages : allLanguages,
      openerHeaders: {},
      read: {},
      progress: startProgress(),
    }
    let status: number
    try {
      status = await answer(endpoint, handler, exchange)
    } catch (error) {
      exchange.progress.refusal = toRejection(error, log, logId, operation)
      status = await refuse(exchange.progress.refusal, exchange)
    }
    keepRefusal(operation, exchange)
    const { refusal } = exchange.progress
    const error = refusal === undefined ? 0 : errors[refusal.error].code
    log.call({ operation, aid: undefined, status, error, ms: clock() - now, logId })
  }

  async function answer<E extends FormEndpoint>(
    endpoint: E,
    handler: FormHandler<E>,
    exchange: FormExchange,
  ): Promise<number> {
    const { request, reply } = exchange
    const fields = await readForm(endpoint, exchange)
    const context = await createContext(endpoint, exchange, fields)
    exchange.read.context = context
    exchange.brand = brandOf(config, context.app.settings)
    const payload = validateFields(fields.values, endpoint.payload)
    exchange.read.payload = payload
    const result = await handler(payload, context)
    const { address, brand, language, languages, logId, openerHeaders } = exchange
    if ('redirect' in result) {
      if (request.method === 'POST' && leadsAway(config, result.redirect)) {
        await send(exchange, onwardPage(config, brand, language, result.redirect))
        return 200
      }
      // After a POST, 303 makes browsers continue with a GET (RFC 9110 §15.4.4).
      const status = request.method === 'POST' ? 303 : 302
      await reply.code(status).headers(openerHeaders).header('location', result.redirect).send('')
      return status
    }
    const { page, error } = result
    const isRefused = error !== undefined || isRefusal(page)
    // Also what a field alone says is found by the log id that the page shows.
    const isOfField = isRefused && page.problem === undefined
    const refusedBy = error ?? (isOfField ? 'bad_parameter' : undefined)
    if (refusedBy !== undefined) exchange.progress.refusal ??= new PassportError(refusedBy)
    const status = isRefused ? 422 : 200
    // What a post has ended cannot be shown once more.
    const isOver = request.method === 'POST' && page.outcome !== undefined
    const shown = { status, address: isOver ? undefined : address, languages }
    const told = isRefused ? { ...page, logId } : page
    await send(exchange, pageReply(config, brand, language, told, shown))
    return status
  }

  function senderOf(request: FastifyRequest): Caller {
    return { ...callerOf(request), webId: readWebId(request.headers.cookie) }
  }

  function keepRefusal(
    operation: string,
    { logId, now, progress, read, request }: FormExchange,
  ): void {
    const { context, payload } = read
    const aid = context?.app.aid ?? 0
    const caller = context?.caller ?? senderOf(request)
    const of = { operation, logId, now, aid, caller, progress, payload }
    noteRefusal(attempts, { ...of, region: undefined })
  }

  async function refuse(rejection: PassportError, exchange: FormExchange): Promise<number> {
    const { address, brand, language, languages, reply } = exchange
    const status = errorStatus(rejection.error)
    addRetryAfter(reply, status, rejection.data)
    const title = pageMessages[language].formProblem
    const { logId } = exchange
    const pageStatus = status === 200 ? 400 : status
    const shown = { title, status: pageStatus, brand, address, languages, logId }
    await send(exchange, problemPage(config, language, problemOf(rejection, language), shown))
    return status
  }

  async function send(
    { reply, openerHeaders }: FormExchange,
    { status = 200, headers, type, body }: PlainReply,
  ): Promise<void> {
    await reply
      .code(status)
      .headers({ ...headers, ...openerHeaders })
      .type(type)
      .send(body)
  }

  // Reads the fields, and finds the language and where the form leads.
  async function readForm({ payload }: FormEndpoint, exchange: FormExchange): Promise<Fields> {
    const { request } = exchange
    const fields =
      request.method === 'POST' ? (await readBody(request, 'form')).fields : readQuery(request.url)
    const sent = givenFields(fields.values, payload)
    const requested = sent.language ?? spokenOf(sent.ui_locales)
    if (typeof requested === 'string') exchange.language = toLanguage(requested)
    // Before its script has run, a form holds only the default `next`; the page's address has the requested one.
    const asked = signInPageBefore(request, config)?.searchParams.get('next')
    const values = { ...sent, next: asked ?? sent.next }
    if (request.method === 'POST') exchange.address = addressOfPost(exchange.address, values)
    // A policy of its own, even on a redirect, would cut a popup off the page that waits for it.
    if (endsInPopup(values.next, apps.isKnown)) exchange.openerHeaders = keepOpener
    return { ...fields, values }
  }

  // Checks application, origin and sender. Throws bad_app, csrf_error, too_often.
  async function createContext(
    { operation }: FormEndpoint,
    { request, reply, language, logId, now, progress }: FormExchange,
    { repeated, values }: Fields,
  ): Promise<FormContext> {
    const isPost = request.method === 'POST'
    const app = await apps.find(Number(values.aid ?? SITE_AID))
    if (app === undefined) throw new PassportError('bad_app')
    const sentBy = { method: isPost ? 'POST' : 'GET', isNavigation: !isPost }
    requireAllowedOrigin(apps, app, sentBy, request.headers)
    const caller = senderOf(request)
    const tokens = readSessionTokens(request.headers.cookie)
    const { token: sessionToken, isTorn } = await choosePresented(services.sessions, tokens)
    if (isPost) {
      requireSender(secrets, request, sessionToken, values.csrf_token)
      await countPost(caller)
    }
    const cookies: string[] = []
    const setCookie = (cookie: string): void => {
      cookies.push(cookie)
      void reply.removeHeader('set-cookie').header('set-cookie', cookies)
    }
    if (isTorn) endAllSessionCookies(config).forEach(setCookie)
    // The replies that the loader of the account pages has fetched may be outdated now.
    if (isPost && sessionToken !== undefined && !config.isSiteElsewhere) {
      setCookie(changedCookie(config))
    }
    return {
      services,
      app,
      caller,
      operation,
      language,
      logId,
      now,
      repeated,
      shownUser: isPost ? values.shown_user?.toString() : undefined,
      sessionToken,
      setCookie,
      bindCsrf: (sessionHash) => {
        const token = makeCsrfToken(secrets, sessionHash)
        csrfCookies(config, token, undefined).forEach(setCookie)
      },
      header: (name) => request.headers[name]?.toString(),
      signal: () => disconnectSignal(reply),
      progress,
    }
  }

  async function countPost({ prefix }: Caller): Promise<void> {
    const max = config.FORM_POSTS_PER_ADDRESS_HOUR
    await rateLimits.spend([{ key: `form posts ${prefix}`, max, windowMs: HOUR_MS, of: 'network' }])
  }

  return serve
}

/** Forms whose page is found again on the site, which has fewer languages. */
const formsOfSite: ReadonlySet<string> = new Set(
  [loginForm, signUpForm, resetPasswordForm, logoutForm, endSessionForm].map(({ path }) => path),
)

/** Fields of a post that its page needs when it is opened again. */
const keptFields = ['aid', 'next', 'token', 'user_code'] as const

function addressOf(
  { path }: FormEndpoint,
  { method, originalUrl: url }: FastifyRequest,
  pageLanguage: FormContext['language'] | undefined,
): string {
  if (method === 'POST') return path
  // The path of one language would win over the field of another.
  return pageLanguage === undefined ? url : url.slice(`/${pageLanguage}`.length)
}

function addressOfPost(path: string, values: Fields['values']): string {
  const query = new URLSearchParams()
  for (const name of keptFields) {
    const value = values[name]
    if (typeof value === 'string' && value !== '') query.set(name, value)
  }
  return `${path}?${query.toString()}`
}

// Developers of a client see these pages first, so they are told what was wrong with the request.
const explained: ReadonlySet<ErrorName> = new Set([
  'client_unknown',
  'open_request_invalid',
  'redirect_mismatch',
])

function problemOf({ data, error }: PassportError, language: FormContext['language']): string[] {
  const text = errorText(error, language)
  if (error === 'bad_parameter') return [text, ...wrongFields(data.fields)]
  return explained.has(error) && typeof data.reason === 'string' ? [text, data.reason] : [text]
}

// Names of our own alone, because whoever makes a link must not write sentences onto our page.
function wrongFields(fields: unknown): string[] {
  const wrong = Array.isArray(fields) ? (fields as { field: string; rule: string }[]) : []
  return wrong.flatMap(({ field, rule }) => {
    const what = rule === 'size' ? 'has a length that is not accepted' : `is wrong: ${rule}`
    return /^[a-z_]{1,32}$/.test(field) ? [`${field} ${what}`] : []
  })
}

// Clients name languages in the order in which their person reads them (OpenID Connect Core §3.1.2.1).
function spokenOf(locales: unknown): string | undefined {
  const tags = typeof locales === 'string' ? locales.split(' ') : []
  return tags.find((tag) => allLanguages.some((one) => tag.startsWith(one)))
}

// Browsers name the page that posts. A request without these headers has to repeat the CSRF cookie. Throws csrf_error.
function requireSender(
  secrets: Secrets,
  { headers }: FastifyRequest,
  session: string | undefined,
  field: unknown,
): void {
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined) return
  const token = readCsrfTokens(headers.cookie).find((one) => one === field)
  const sessionHash = session === undefined ? '' : hashToken(session)
  if (token === undefined || !isCsrfTokenOf(secrets, token, sessionHash)) {
    throw new PassportError('csrf_error')
  }
}
