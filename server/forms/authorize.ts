import type { authorizeForm } from '#protocol/forms.ts'
import { siteLanguages } from '#protocol/languages.ts'
import { resourceBoxes, type ScopeName } from '#protocol/scopes.ts'
import { PassportError } from '../lib/passport-error.ts'
import { levelAddress } from '../lib/level-address.ts'
import { pagePath } from '../lib/page-path.ts'
import {
  answerRequest,
  consentStateOf,
  recordShown,
  type ConsentAnswer,
} from '../oauth/answer-request.ts'
import {
  findClient,
  OAuthError,
  readOpenRequest,
  readRequest,
  type AuthorizationParams,
  type AuthorizationRequest,
  type OAuthErrorCode,
} from '../oauth/authorization-request.ts'
import { answerClient, openPostedAnswer, refusalAddress } from '../oauth/client-answer.ts'
import { allowedMode } from '../oauth/clients.ts'
import { nextStep, type ConsentStep } from '../oauth/consent-policy.ts'
import { issueCode } from '../oauth/grant.ts'
import { findRequestByHash, storeRequest, newestRequest } from '../oauth/pending-request.ts'
import { ONESELF } from '../organizations/organization-ids.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Page } from '../pages/page.ts'
import { appSourceOf, consentPage } from './authorize-page.ts'
import { buttonForm, type FormAnswer, type FormContext, type FormHandler } from './form.ts'
import { proofAddress, unreachablePage } from './level.ts'
import { findSession, needsSignIn, signInAddress } from './session.ts'
import type { OAuthRequest } from '../store/schema/oauth.ts'

/** Fields of the page of a consent. */
type ConsentParams = Pick<
  AuthorizationParams,
  'action' | 'user_identity_id' | `allow_${ScopeName}` | (typeof resourceBoxes)[number]
>

/** Path of the consent page for browsers without JavaScript. */
const PLAIN_PAGE = '/form/authorize'

/** Errors for `prompt=none` (OpenID Connect Core §3.1.2.6). */
const silentErrors: Readonly<Record<Exclude<ConsentStep['step'], 'go'>, OAuthErrorCode>> = {
  login: 'login_required',
  fresh: 'login_required',
  level: 'unmet_authentication_requirements',
  unmet: 'unmet_authentication_requirements',
  choose: 'account_selection_required',
  ask: 'consent_required',
}

/** `/oauth/authorize`: leads back at once where the person allowed all this before, else to the page that asks. */
export const showAuthorize: FormHandler<typeof authorizeForm> = async (params, context) => {
  const { services } = context
  const found = await findClient(services, params)
  try {
    const request = await readRequest(services, found, context.repeated)
    const session = await findSession(context)
    const state = await consentStateOf(context, request, context.now, session)
    const next = nextStep(state)
    if (next.step === 'go' && session !== undefined) {
      return await leadBack(context, request, session, next)
    }
    if (request.prompts.has('none') && next.step !== 'go') {
      const code = request.meant === 'unknown' ? 'login_required' : silentErrors[next.step]
      throw new OAuthError(code, 'the person has to see a page first')
    }
    const shown = { ui_locales: context.language }
    const { ticket } = await storeRequest(context, { ...requestOf(params), ...shown })
    return { redirect: sitePageFor(context, ticket) }
  } catch (error) {
    // Unregistered clients must not use this server to redirect people who have not seen one of its pages.
    const isUnregistered = found.client.kind !== 'registered'
    if (
      isUnregistered &&
      error instanceof OAuthError &&
      (await findSession(context)) === undefined
    ) {
      throw new PassportError('open_request_invalid', { reason: error.message })
    }
    const { client, params: sent, redirectUri } = found
    const responseMode = allowedMode(client, redirectUri, sent.response_mode) ?? 'query'
    const target = { redirectUri, responseMode, state: sent.state }
    return { redirect: refusalAddress(services, target, error) }
  }
}

/** `/form/authorize`: asks about the request that this browser was sent here with last. */
export const showConsent: FormHandler<typeof authorizeForm> = async (params, context) => {
  const session = await findSession(context)
  const waiting = await newestRequest(context)
  const { ui_locales: spoken } = waiting.params
  // The site, which leads here, has fewer languages, so it names none.
  const isNamed = params.language !== undefined || params.ui_locales !== undefined
  if (!isNamed && spoken !== undefined && spoken !== context.language) {
    return { redirect: `${PLAIN_PAGE}?language=${spoken}` }
  }
  const request = await readOpenRequest(context, waiting.params)
  const state = await consentStateOf(context, request, waiting.createdAt, session)
  const next = nextStep(state)
  if (session === undefined || next.step === 'fresh') {
    return { redirect: signInAddress(context, PLAIN_PAGE, session && 'login') }
  }
  if (next.step === 'level') return { redirect: levelAddress(context, next.level, PLAIN_PAGE) }
  if (next.step === 'unmet') {
    const page = unreachablePage(context, next.level, signInAddress(context, PLAIN_PAGE, 'login'))
    const button = { text: pageMessages[context.language].authorize.refuse, look: 'quiet' } as const
    const refusing = { waiting: waiting.hash, action: 'refuse' }
    return {
      page: {
        ...page,
        ...appSourceOf(request.redirectUri),
        forms: [buttonForm(context, PLAIN_PAGE, button, refusing)],
      },
    }
  }
  await recordShown(context.services, waiting, request, session)
  if (next.step === 'go') {
    if (await context.services.oauthRequests.decide(waiting.hash)) {
      return await leadBack(context, request, session, next)
    }
    throw new PassportError('open_request_expired')
  }
  return {
    page: consentPage(
      context,
      waiting,
      state,
      session,
      signInAddress(context, PLAIN_PAGE, 'login'),
    ),
  }
}

/** `/form/authorize`: stores what the person decided, and leads back to the client. */
export const authorize: FormHandler<typeof authorizeForm> = async (params, context) => {
  const session = await findSession(context)
  const waiting = await findRequestByHash(context, params.waiting ?? '')
  const request = await readOpenRequest(context, waiting.params)
  const consentAnswer = readConsentAnswer(params, request, session)
  if (consentAnswer === undefined) return { redirect: signInAddress(context, PLAIN_PAGE) }
  try {
    return { redirect: (await answerRequest(context, request, waiting, consentAnswer)).address }
  } catch (error) {
    if (needsSignIn(error)) return { redirect: signInAddress(context, PLAIN_PAGE, 'login') }
    const proof = proofAddress(context, error, params, PLAIN_PAGE)
    if (proof === undefined) throw error
    return { redirect: proof }
  }
}

/** `/oauth/answer`: posts an answer to its client, without JavaScript at the press of a button. */
export const postAnswer: FormHandler<typeof authorizeForm> = async (params, context) => {
  const posted = openPostedAnswer(context.services, params.answer ?? '')
  if (posted === undefined) throw new PassportError('open_request_expired')
  const { proceed } = pageMessages[context.language]
  const { fields, redirectUri } = posted
  const page: Page = {
    title: proceed,
    // The client may lead on to another host of its own, which Chromium holds to this policy, too.
    formsLeadTo: `${new URL(redirectUri).origin} https:`,
    forms: [{ action: redirectUri, hidden: fields, buttons: [{ text: proceed }] }],
    script: 'document.forms[0].submit()',
  }
  return await Promise.resolve({ page })
}

/** Returns the answer of a consent page's form; undefined if it needs a session and there is none. */
export function readConsentAnswer(
  params: ConsentParams,
  request: AuthorizationRequest,
  session: LiveSession | undefined,
): ConsentAnswer | undefined {
  if (params.action !== 'allow') return { action: 'refuse', session }
  return (
    session && {
      action: 'allow',
      session,
      scopes: allowedBy(request, params),
      identityId: params.user_identity_id ?? ONESELF,
    }
  )
}

// Boxes of scopes of a resource are counted, because their names are not ours.
function allowedBy({ resource, scopes }: AuthorizationRequest, params: ConsentParams): string[] {
  const others = Object.keys(resource?.scopes ?? {})
  return [
    ...scopes.filter((name) => params[`allow_${name}`] !== undefined),
    ...resourceBoxes.flatMap((box, at) =>
      params[box] === undefined ? [] : others.slice(at, at + 1),
    ),
  ]
}

async function leadBack(
  { services }: FormContext,
  request: AuthorizationRequest,
  session: LiveSession,
  { grant }: Extract<ConsentStep, { step: 'go' }>,
): Promise<FormAnswer> {
  const { address } = await answerClient(services, request, () =>
    issueCode(services, request, session, grant),
  )
  return { redirect: address }
}

function sitePageFor({ services, language }: FormContext, ticket: string): string {
  const query = new URLSearchParams({ auth_ticket: ticket })
  // The element speaks languages that the page around it does not.
  if (!siteLanguages.some((one) => one === language)) query.set('lang', language)
  const page = pagePath('/authorization', language)
  return `${services.config.SITE_ORIGIN}${page}?${query.toString()}`
}

// The parameters that say which client asks for what, without the fields of the form itself.
function requestOf(params: AuthorizationParams): OAuthRequest['params'] {
  const { client_id: id, client_key: key, redirect_uri: redirect, scope, state, nonce } = params
  return {
    client_id: id ?? key,
    redirect_uri: redirect,
    response_mode: params.response_mode,
    scope,
    state,
    nonce,
    code_challenge: params.code_challenge,
    code_challenge_method: params.code_challenge_method,
    prompt: params.prompt,
    max_age: params.max_age,
    acr_values: params.acr_values,
    id_token_hint: params.id_token_hint,
    resource: params.resource,
    dpop_jkt: params.dpop_jkt,
    request_uri: params.request_uri,
  }
}
