import { pagePath, withNext } from '../lib/page-path.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { WEB_ID, WEB_ID_COOKIE } from '#protocol/common-params.ts'
import { languages, toLanguage } from '#protocol/languages.ts'
import { pathsOf } from '#protocol/endpoint.ts'
import { mainLanguage, siteLanguages } from '#protocol/languages.ts'
import { errors, errorStatus, type ErrorName } from '#protocol/errors.ts'
import {
  authorizeForm,
  deviceForm,
  endSessionForm,
  identityForm,
  invitationForm,
  loginForm,
  logoutForm,
  notMeForm,
  qrConsentForm,
  qrForm,
  resetPasswordForm,
  signUpForm,
  type FormEndpoint,
} from '#protocol/forms.ts'
import { scanOpenQrcode } from '#protocol/web/open-qr.ts'
import { scanQrcode } from '#protocol/web/qr.ts'
import { authorize, showAuthorize, showConsent } from './authorize.ts'
import { finishEndSession, showEndSession } from './end-session.ts'
import type { FormContext, FormHandler } from './form.ts'
import { device, showDevice } from './device.ts'
import { identity, showIdentity } from './identity.ts'
import { invitation, showInvitation } from './invitation.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { notMe, showNotMe } from './not-me.ts'
import { qrConsent, showQrConsent } from './qr-consent.ts'
import { qr, showQr } from './qr.ts'
import { resetPassword } from './reset-password.ts'
import { signUp } from './sign-up.ts'
import { SITE_AID } from '../apps/apps.ts'
import { HOUR_MS } from '../lib/clock.ts'
import { errorText } from '../lib/error-text.ts'
import { brandOf } from '../apps/brand.ts'
import type { Caller, PlainReply } from '../calls/call.ts'
import { disconnectSignal } from '../http/disconnect-signal.ts'
import {
  changedCookie,
  csrfCookies,
  readCookie,
  readCsrfToken,
  SESSION_COOKIE,
} from '../http/cookies.ts'
import { isCsrfTokenOf, makeCsrfToken } from '../http/csrf-token.ts'
import type { Fields } from '../http/parse-fields.ts'
import { readQuery } from '../http/request-url.ts'
import { validateFields } from '../http/validate-fields.ts'
import { formPageHeaders } from '../http/headers.ts'
import { endsInPopup, keepOpener } from '../http/opener-policy.ts'
import { createLogId } from '../http/log-id.ts'
import { requireAllowedOrigin } from '../apps/require-origin.ts'
import { readBody } from '../http/request-body.ts'
import { addRetryAfter } from '../http/retry-after.ts'
import { signInPageBefore } from '../http/sign-in-thread.ts'
import { addPageStyle } from '../pages/page-style.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import { pageReply } from '../pages/page-reply.ts'
import { problemPage } from '../pages/problem-page.ts'
import { safeNextOf } from '../http/safe-next.ts'
import { preferredLanguage } from '../http/preferred-language.ts'
import { PassportError } from '../lib/passport-error.ts'
import { oauthPaths } from '../oauth/paths.ts'
import { hashToken } from '../lib/tokens.ts'
import { toRejection } from '../calls/to-rejection.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Services } from '../services/services.ts'

/** Serves forms of browsers without JavaScript, and the style sheet of their pages. */
export function addForms(
  app: FastifyInstance,
  services: Services,
  secrets: Secrets,
  callerOf: (request: FastifyRequest) => Caller,
): void {
  const { clock, config, log } = services

  async function serve<E extends FormEndpoint>(
    endpoint: E,
    handler: FormHandler<E>,
    request: FastifyRequest,
    reply: FastifyReply,
    pageLanguage?: FormContext['language'],
  ): Promise<void> {
    const now = clock()
    const logId = createLogId(now)
    void reply.headers(formPageHeaders(config.isHttps)).header('x-tt-logid', logId)
    let brand = brandOf(config)
    let language = pageLanguage ?? preferredLanguage(request.headers)
    let status = 200
    let failed = 0
    // A policy of its own, even on a redirect, would cut a popup off the page that waits for it.
    let openerHeaders = {}
    try {
      const { repeated, values: sent } = await readFields(request)
      const requested = sent.language ?? spokenOf(sent.ui_locales)
      if (typeof requested === 'string') language = toLanguage(requested)
      // Before its script has run, a form holds only the default `next`; the page's address has the requested one.
      const asked = signInPageBefore(request, config)?.searchParams.get('next')
      const values = { ...sent, next: asked ?? sent.next }
      if (endsInPopup(values.next, services.apps.isKnown)) openerHeaders = keepOpener
      const context = {
        ...(await readContext(request, reply, values)),
        operation: endpoint.operation,
        language,
        logId,
        now,
        repeated,
      }
      brand = brandOf(config, context.app.settings)
      const answer = await handler(validateFields(values, endpoint.payload), context)
      if ('redirect' in answer) {
        // After a POST, 303 makes browsers continue with a GET (RFC 9110 §15.4.4).
        status = request.method === 'POST' ? 303 : 302
        await reply.code(status).headers(openerHeaders).header('location', answer.redirect).send('')
      } else {
        const { page, error } = answer
        if (error !== undefined) failed = errors[error].code
        if (error !== undefined || page.problem !== undefined) status = 422
        await send(pageReply(config, brand, language, page, { status }))
      }
    } catch (error) {
      const refusal = toRejection(error, log, logId, endpoint.operation)
      status = errorStatus(refusal.error)
      addRetryAfter(reply, status, refusal.data)
      failed = errors[refusal.error].code
      await send(
        problemPage(config, language, problemOf(refusal, language), {
          title: pageMessages[language].formProblem,
          status: status === 200 ? 400 : status,
          brand,
        }),
      )
    }
    log.call({
      operation: endpoint.operation,
      aid: undefined,
      status,
      error: failed,
      ms: clock() - now,
      logId,
    })

    async function send({ status: code = 200, headers, type, body }: PlainReply): Promise<void> {
      await reply
        .code(code)
        .headers({ ...headers, ...openerHeaders })
        .type(type)
        .send(body)
    }
  }

  function post<E extends FormEndpoint>(endpoint: E, handler: FormHandler<E>): void {
    app.post(endpoint.path, (request, reply) => serve(endpoint, handler, request, reply))
  }

  function get<E extends FormEndpoint>(
    endpoint: E,
    handler: FormHandler<E>,
    path: string = endpoint.path,
    pageLanguage?: FormContext['language'],
  ): void {
    app.get(path, (request, reply) => serve(endpoint, handler, request, reply, pageLanguage))
  }

  /** For a form that is part of a page: someone who reloads or shares the form's address finds that page. */
  function postFromPage<E extends FormEndpoint>(endpoint: E, handler: FormHandler<E>): void {
    const { path } = endpoint
    post(endpoint, handler)
    app.get(path, async (request, reply) => {
      const language = preferredLanguage(request.headers)
      const page = pagesOfForms[path] ?? path.replace('/form', '')
      const next = new URL(request.url, config.PUBLIC_ORIGIN).searchParams.get('next') ?? ''
      const safe = next === '' ? '' : safeNextOf(config, next, services.apps.isKnown)
      const location = withNext(pagePath(page, language), safe)
      await reply.code(302).header('location', location).send('')
    })
  }

  // OpenID Connect lets clients post what they usually ask by GET.
  function redirectPostToGet(path: string): void {
    app.post(path, async (request, reply) => {
      await reply.redirect(`${path}?${queryOf(await readFields(request))}`, 303)
    })
  }

  async function readContext(
    request: FastifyRequest,
    reply: FastifyReply,
    values: Fields['values'],
  ): Promise<Omit<FormContext, 'operation' | 'repeated' | 'language' | 'logId' | 'now'>> {
    const found = await services.apps.find(Number(values.aid ?? SITE_AID))
    if (found === undefined) throw new PassportError('bad_app')
    requireAllowedOrigin(
      services.apps,
      found,
      { method: request.method, isNavigation: request.method === 'GET' },
      request.headers,
    )
    const webId = readCookie(request.headers.cookie, WEB_ID_COOKIE) ?? ''
    const caller = { ...callerOf(request), webId: WEB_ID.test(webId) ? webId : '' }
    if (request.method === 'POST') {
      requireSender(secrets, request, values.csrf_token)
      await takePost(caller)
    }
    const cookies: string[] = []
    const setCookie = (cookie: string): void => {
      cookies.push(cookie)
      void reply.removeHeader('set-cookie').header('set-cookie', cookies)
    }
    const sessionToken = readCookie(request.headers.cookie, SESSION_COOKIE)
    // The replies that the loader of the account pages has fetched may be outdated now.
    if (request.method === 'POST' && sessionToken !== undefined && !config.isSiteElsewhere) {
      setCookie(changedCookie(config))
    }
    return {
      services,
      app: found,
      caller,
      sessionToken,
      setCookie,
      bindCsrf: (sessionHash) => {
        const token = makeCsrfToken(secrets, sessionHash)
        csrfCookies(config, token, undefined).forEach(setCookie)
      },
      header: (name) => request.headers[name]?.toString(),
      signal: () => disconnectSignal(reply),
    }
  }

  async function takePost({ prefix }: Caller): Promise<void> {
    await services.rateLimits.spend([
      {
        key: `form posts ${prefix}`,
        max: config.FORM_POSTS_PER_ADDRESS_HOUR,
        windowMs: HOUR_MS,
      },
    ])
  }

  postFromPage(loginForm, login)
  postFromPage(signUpForm, signUp)
  postFromPage(resetPasswordForm, resetPassword)
  postFromPage(logoutForm, logout)
  postFromPage(qrForm, qr)
  postFromPage(qrConsentForm, qrConsent)
  for (const { path } of pathsOf(scanQrcode)) get(qrForm, showQr, path)
  for (const { path } of pathsOf(scanOpenQrcode)) get(qrConsentForm, showQrConsent, path)
  post(invitationForm, invitation)
  get(invitationForm, showInvitation)
  post(identityForm, identity)
  get(identityForm, showIdentity)
  post(notMeForm, notMe)
  get(notMeForm, showNotMe)
  post(authorizeForm, authorize)
  get(authorizeForm, showConsent)
  for (const path of [oauthPaths.authorization, oauthPaths.connect]) {
    get(authorizeForm, showAuthorize, path)
    redirectPostToGet(path)
  }
  post(endSessionForm, finishEndSession)
  get(endSessionForm, showEndSession, oauthPaths.logout)
  redirectPostToGet(oauthPaths.logout)
  post(deviceForm, device)
  for (const language of siteLanguages) {
    const path = pagePath(oauthPaths.code_verification, language)
    get(deviceForm, showDevice, path, language === mainLanguage ? undefined : language)
  }
  // The older protocol sends people to the first; the second is the page of a form, reloaded.
  for (const path of ['/passport/open/scan_user_code', deviceForm.path]) {
    app.get(path, async (request, reply) => {
      const page = pagePath(oauthPaths.code_verification, preferredLanguage(request.headers))
      const query = queryOf(readQuery(request.url))
      await reply.redirect(query === '' ? page : `${page}?${query}`, 302)
    })
  }
  addPageStyle(app, config)
}

// Developers of a client see these pages first, so they are told what was wrong with the request.
const explained: ReadonlySet<ErrorName> = new Set([
  'client_unknown',
  'open_request_invalid',
  'redirect_mismatch',
])

function problemOf({ data, error }: PassportError, language: FormContext['language']): string[] {
  const text = errorText(error, language)
  return explained.has(error) && typeof data.reason === 'string' ? [text, data.reason] : [text]
}

// Clients name languages in the order in which their person reads them (OpenID Connect Core §3.1.2.1).
function spokenOf(locales: unknown): string | undefined {
  const tags = typeof locales === 'string' ? locales.split(' ') : []
  return tags.find((tag) => languages.some((one) => tag.startsWith(one)))
}

// Pages whose address is not the form's own without its first part.
const pagesOfForms: Readonly<Record<string, string>> = {
  [logoutForm.path]: '/sign-out',
  [qrForm.path]: '/account-setting',
  [qrConsentForm.path]: '/account-setting',
}

// Browsers name the page that posts. A request without these headers has to repeat the CSRF cookie. Throws csrf_error.
function requireSender(secrets: Secrets, { headers }: FastifyRequest, field: unknown): void {
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined) return
  const token = readCsrfToken(headers.cookie) ?? ''
  const session = readCookie(headers.cookie, SESSION_COOKIE)
  const sessionHash = session === undefined ? '' : hashToken(session)
  if (field !== token || !isCsrfTokenOf(secrets, token, sessionHash)) {
    throw new PassportError('csrf_error')
  }
}

async function readFields(request: FastifyRequest): Promise<Fields> {
  if (request.method === 'POST') return (await readBody(request, 'form')).fields
  return readQuery(request.url)
}

// A page of a client may post its request (OpenID Connect Core §3.1.2.1); cookies come with the redirect only.
function queryOf({ values, repeated }: Fields): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) query.append(name, String(value))
  for (const name of repeated) query.append(name, 'again')
  return query.toString()
}
