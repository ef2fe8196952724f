import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pathsOf } from '#protocol/endpoint.ts'
import {
  accountForm,
  authorizeForm,
  deviceForm,
  endSessionForm,
  identityForm,
  invitationForm,
  levelForm,
  loginForm,
  logoutForm,
  notMeForm,
  qrConsentForm,
  qrForm,
  recoverForm,
  resetPasswordForm,
  signUpForm,
  type FormEndpoint,
} from '#protocol/forms.ts'
import { mainLanguage, siteLanguages, toLanguage, type Language } from '#protocol/languages.ts'
import { scanOpenQrcode } from '#protocol/web/open-qr.ts'
import { scanQrcode } from '#protocol/web/qr.ts'
import { requireOwnPage } from '../apps/require-origin.ts'
import type { Caller } from '../calls/call.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Fields } from '../http/parse-fields.ts'
import { preferredLanguage } from '../http/preferred-language.ts'
import { readBody } from '../http/request-body.ts'
import { readQuery } from '../http/request-url.ts'
import { safeNextOf } from '../http/safe-next.ts'
import { pagePath, withNext } from '../lib/page-path.ts'
import { oauthPaths } from '../oauth/paths.ts'
import { addPageStyle } from '../pages/page-style.ts'
import type { Services } from '../services/services.ts'
import { account, showAccount } from './account.ts'
import { authorize, postAnswer, showAuthorize, showConsent } from './authorize.ts'
import { finishEndSession, showEndSession } from './end-session.ts'
import type { FormContext, FormHandler } from './form.ts'
import { device, showDevice } from './device.ts'
import { identity, showIdentity } from './identity.ts'
import { invitation, showInvitation } from './invitation.ts'
import { level, showLevel } from './level.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { notMe, showNotMe } from './not-me.ts'
import { qrConsent, showQrConsent } from './qr-consent.ts'
import { qr, showQr } from './qr.ts'
import { recover, showRecover } from './recover.ts'
import { resetPassword } from './reset-password.ts'
import { createServeForm, type ServeForm } from './serve-form.ts'
import { signUp } from './sign-up.ts'

/** Serves forms of browsers without JavaScript, and the style sheet of their pages. */
export function addForms(
  app: FastifyInstance,
  services: Services,
  secrets: Secrets,
  callerOf: (request: FastifyRequest) => Caller,
): void {
  const routes = createRoutes(app, services, createServeForm(services, secrets, callerOf))
  addFormsOfPages(routes)
  addOwnPages(routes)
  addAuthorization(routes)
  addDevices(routes)
  addPageStyle(app, services.config)
}

type FormRoutes = ReturnType<typeof createRoutes>

const HEAD = { exposeHeadRoute: true }

function createRoutes(app: FastifyInstance, { apps, config }: Services, serve: ServeForm) {
  function post<E extends FormEndpoint>(endpoint: E, handler: FormHandler<E>): void {
    app.post(endpoint.path, (request, reply) => serve(endpoint, handler, request, reply))
  }

  function get<E extends FormEndpoint>(
    endpoint: E,
    handler: FormHandler<E>,
    path: string = endpoint.path,
    pageLanguage?: FormContext['language'],
  ): void {
    app.get(path, HEAD, (request, reply) => serve(endpoint, handler, request, reply, pageLanguage))
  }

  /** For a form that is part of a page: someone who reloads the form's address, or opens it in another language, finds that page. */
  function postFromPage<E extends FormEndpoint>(endpoint: E, handler: FormHandler<E>): void {
    const { path } = endpoint
    post(endpoint, handler)
    app.get(path, HEAD, async (request, reply) => {
      const { searchParams } = new URL(request.url, config.PUBLIC_ORIGIN)
      const scan = scanPages[path]
      if (scan !== undefined && searchParams.has('token')) {
        await reply.redirect(`${scan}?${searchParams.toString()}`, 302)
        return
      }
      const page = pagesOfForms[path] ?? path.replace('/form', '')
      const next = searchParams.get('next') ?? ''
      const safe = next === '' ? '' : safeNextOf(config, next, apps.isKnown)
      const location = withNext(pagePath(page, languageOf(request)), safe)
      await reply.redirect(location, 302)
    })
  }

  // OpenID Connect lets clients post what they usually ask by GET.
  function redirectPostToGet(path: string): void {
    app.post(path, async (request, reply) => {
      await reply.redirect(`${path}?${queryOf((await readBody(request, 'form')).fields)}`, 303)
    })
  }

  function redirect(path: string, pageFor: (request: FastifyRequest) => string): void {
    app.get(path, HEAD, async (request, reply) => {
      const query = queryOf(readQuery(request.url))
      await reply.redirect(`${pageFor(request)}${query === '' ? '' : `?${query}`}`, 302)
    })
  }
  return { get, post, postFromPage, redirect, redirectPostToGet }
}

/** For a form that pages of other applications, which may post most forms, must not post. */
function fromOwnPage<E extends FormEndpoint>(handler: FormHandler<E>): FormHandler<E> {
  return (form, context) => {
    requireOwnPage(context)
    return handler(form, context)
  }
}

function addFormsOfPages({ get, postFromPage }: FormRoutes): void {
  postFromPage(loginForm, login)
  postFromPage(signUpForm, signUp)
  postFromPage(resetPasswordForm, resetPassword)
  postFromPage(logoutForm, logout)
  postFromPage(qrForm, fromOwnPage(qr))
  postFromPage(qrConsentForm, fromOwnPage(qrConsent))
  for (const { path } of pathsOf(scanQrcode)) get(qrForm, showQr, path)
  for (const { path } of pathsOf(scanOpenQrcode)) get(qrConsentForm, showQrConsent, path)
}

function addOwnPages({ get, post }: FormRoutes): void {
  post(invitationForm, invitation)
  get(invitationForm, showInvitation)
  post(accountForm, fromOwnPage(account))
  get(accountForm, showAccount)
  post(identityForm, fromOwnPage(identity))
  get(identityForm, showIdentity)
  post(levelForm, fromOwnPage(level))
  get(levelForm, showLevel)
  post(recoverForm, fromOwnPage(recover))
  get(recoverForm, showRecover)
  post(notMeForm, fromOwnPage(notMe))
  get(notMeForm, showNotMe)
}

function addAuthorization({ get, post, postFromPage, redirectPostToGet }: FormRoutes): void {
  post(authorizeForm, fromOwnPage(authorize))
  get(authorizeForm, showConsent)
  for (const path of [oauthPaths.authorization, oauthPaths.connect]) {
    get(authorizeForm, showAuthorize, path)
    redirectPostToGet(path)
  }
  get(authorizeForm, postAnswer, oauthPaths.answer)
  postFromPage(endSessionForm, fromOwnPage(finishEndSession))
  get(endSessionForm, showEndSession, oauthPaths.logout)
  redirectPostToGet(oauthPaths.logout)
}

function addDevices({ get, post, redirect }: FormRoutes): void {
  post(deviceForm, fromOwnPage(device))
  for (const language of siteLanguages) {
    const path = pagePath(oauthPaths.code_verification, language)
    get(deviceForm, showDevice, path, language === mainLanguage ? undefined : language)
  }
  // The older protocol sends people to the first; the second is the page of a form, reloaded.
  for (const path of ['/passport/open/scan_user_code', deviceForm.path]) {
    redirect(path, (request) => pagePath(oauthPaths.code_verification, languageOf(request)))
  }
}

// Pages whose address is not the form's own without its first part.
const pagesOfForms: Readonly<Record<string, string>> = {
  [logoutForm.path]: '/sign-out',
  [endSessionForm.path]: '/sign-out',
  [qrForm.path]: '/account-setting',
  [qrConsentForm.path]: '/account-setting',
}

/** Where the pages of codes are opened again, with the token of the code. */
const scanPages: Readonly<Record<string, string | undefined>> = {
  [qrForm.path]: pathsOf(scanQrcode)[0]?.path,
  [qrConsentForm.path]: pathsOf(scanOpenQrcode)[0]?.path,
}

function languageOf({ headers, url }: FastifyRequest): Language {
  const language = new URL(url, 'http://localhost').searchParams.get('language')
  return language === null ? preferredLanguage(headers) : toLanguage(language)
}

// A page of a client may post its request (OpenID Connect Core §3.1.2.1); cookies come with the redirect only.
function queryOf({ values, repeated }: Fields): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) query.append(name, String(value))
  for (const name of repeated) query.append(name, 'again')
  return query.toString()
}
