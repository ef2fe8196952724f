import type { authorizeForm } from '#protocol/forms.ts'
import { resourceBoxes } from '#protocol/scopes.ts'
import { MINUTE_MS, SECOND_MS, toSeconds } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { pagePath } from '../lib/page-path.ts'
import {
  answerAddress,
  findClient,
  OAuthError,
  readRequest,
  type AuthorizationParams,
  type AuthorizationRequest,
} from '../oauth/authorization-request.ts'
import { decide, issueCode, needsConsent, questionsOf } from '../oauth/grant.ts'
import { oauthPaths } from '../oauth/paths.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { consentPage } from './authorize-page.ts'
import type { FormAnswer, FormContext, FormHandler } from './form.ts'
import { hiddenFields } from './form.ts'

/** Longest time that a new sign-in may take. */
const SIGN_IN_MS = 10 * MINUTE_MS

/** `/oauth/authorize`: sends the person to sign in, asks, or leads back at once. */
export const showAuthorize: FormHandler<typeof authorizeForm> = (params, context) =>
  answer(params, context, async (request) => {
    const session = await findSession(context)
    if (session === undefined || mustSignInAnew(request, params, session, context.now)) {
      if (request.prompts.has('none')) {
        throw new OAuthError('login_required', 'the person has to sign in first')
      }
      return { redirect: signInAddress(params, context, session !== undefined) }
    }
    const { oauthGrants } = context.services
    const grant = await oauthGrants.findFor(session.accountId, request.client.id)
    const questions = questionsOf(request, grant)
    if (grant !== undefined && !needsConsent(request, questions)) {
      const { services } = context
      return backWith(request, context, await issueCode(services, request, session, grant))
    }
    if (request.prompts.has('none')) {
      throw new OAuthError('consent_required', 'the person has to be asked')
    }
    return {
      page: consentPage(context.language, request, questions, {
        account: session.account,
        hidden: hiddenFields(context, asRecord(params)),
        another: signInAddress(params, context, true),
      }),
    }
  })

/** `/form/authorize`: remembers what the person decided, and leads back to the client. */
export const authorize: FormHandler<typeof authorizeForm> = (params, context) => {
  const { caller, services } = context
  // Pages of other applications may post the other forms; what clients get is decided here only.
  if (caller.origin !== undefined && !services.apps.isOwn(caller.origin)) {
    throw new PassportError('csrf_error')
  }
  return answer(params, context, async (request) => {
    const session = await findSession(context)
    if (session === undefined) return { redirect: signInAddress(params, context, false) }
    const allowed = params.action === 'allow' ? allowedBy(request, params) : undefined
    return backWith(request, context, await decide(context, services, request, session, allowed))
  })
}

// What the client did wrong goes back to it; a wrong client or redirect is shown here instead.
async function answer(
  params: AuthorizationParams,
  context: FormContext,
  work: (request: AuthorizationRequest) => Promise<FormAnswer>,
): Promise<FormAnswer> {
  const { services } = context
  const found = await findClient(services, params)
  try {
    return await work(await readRequest(services, found, context.repeated))
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const { code, message } = error
    const told = { error: code, error_description: message }
    const issuer = services.config.PUBLIC_ORIGIN
    return { redirect: answerAddress(found.redirectUri, issuer, found.params.state, told) }
  }
}

// Boxes of scopes of a resource are counted, because their names are not ours.
function allowedBy(
  { resource, scopes }: AuthorizationRequest,
  params: AuthorizationParams,
): string[] {
  const others = Object.keys(resource?.scopes ?? {})
  return [
    ...scopes.filter((name) => params[`allow_${name}`] !== undefined),
    ...resourceBoxes.flatMap((box, at) =>
      params[box] === undefined ? [] : others.slice(at, at + 1),
    ),
  ]
}

function backWith(
  { redirectUri, state }: AuthorizationRequest,
  { services }: FormContext,
  code: string,
): FormAnswer {
  return { redirect: answerAddress(redirectUri, services.config.PUBLIC_ORIGIN, state, { code }) }
}

async function findSession({
  services,
  sessionToken,
}: FormContext): Promise<LiveSession | undefined> {
  return sessionToken === undefined ? undefined : await services.sessions.find(sessionToken)
}

function mustSignInAnew(
  { prompts, maxAge }: AuthorizationRequest,
  { signed_in_after: after }: AuthorizationParams,
  { provedAt }: LiveSession,
  now: number,
): boolean {
  const isTooOld = maxAge !== undefined && now - provedAt > maxAge * SECOND_MS
  const isWanted = prompts.has('login') || prompts.has('select_account')
  // Whoever was sent to sign in comes back with the time of that.
  const since = Number(after)
  // Written by anybody into a link, it still asks for a proof of the last minutes.
  const isDone = since >= toSeconds(now - SIGN_IN_MS) && toSeconds(provedAt) >= since
  return (isTooOld || isWanted) && !isDone
}

function signInAddress(
  params: AuthorizationParams,
  { language, now, services }: FormContext,
  isAnew: boolean,
): string {
  const query = new URLSearchParams(asRecord(params))
  if (isAnew) query.set('signed_in_after', String(toSeconds(now)))
  const next = `${oauthPaths.authorization}?${query.toString()}`
  const login = new URLSearchParams({ next, ...(isAnew && { prompt: 'login' }) })
  return `${services.config.SITE_ORIGIN}${pagePath('/login', language)}?${login.toString()}`
}

// What the form of the page adds is no part of the request.
function asRecord(params: AuthorizationParams): Record<string, string> {
  const own = new Set(['action', 'csrf_token', 'aid', 'language', 'next'])
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) =>
      value === undefined || own.has(name) || name.startsWith('allow_')
        ? []
        : [[name, String(value)]],
    ),
  )
}
