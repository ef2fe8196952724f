import { isForeignPage, requireOwnPage } from '../apps/require-origin.ts'
import type { Received, Reply } from '#protocol/endpoint.ts'
import type * as endpoints from '#protocol/web/open-authorization.ts'
import { SESSION_HEADER } from '#protocol/headers.ts'
import { noSession, signedIn } from '../calls/call.ts'
import { toSeconds } from '../lib/clock.ts'
import { methodsAddress } from '../lib/level-address.ts'
import {
  answerRequest,
  needsRecentProof,
  consentStateOf,
  recordShown,
  type ConsentAnswer,
} from '../oauth/answer-request.ts'
import { readOpenRequest, type AuthorizationRequest } from '../oauth/authorization-request.ts'
import { documentHostOf, logoKeyOf, placeOf } from '../oauth/clients.ts'
import {
  isNotMeant,
  isRecent,
  mustSignInAnew,
  nextStep,
  type ConsentState,
} from '../oauth/consent-policy.ts'
import { scopeChoicesOf } from '../oauth/requested-scopes.ts'
import { firstIdentity } from '../oauth/identities.ts'
import { findRequest, storeRequest } from '../oauth/pending-request.ts'
import { subjectLabelOf } from '../organizations/membership-info.ts'
import { ONESELF } from '../organizations/organization-ids.ts'
import { describeUser } from '../sign-in/sign-in.ts'
import type { Services } from '../services/services.ts'
import { challengeStepUp } from '../two-step/step-up.ts'
import type { Context, Handlers } from './handler.ts'
import type { OAuthRequest } from '../store/schema/oauth.ts'

/** Handlers of `protocol/web/open-authorization.ts`. */
export const openAuthorization = {
  authInfo: async ({ auth_ticket: known, ...params }, context) => {
    const { services, session } = context
    const found = known === undefined ? undefined : await findRequest(context, known)
    const request = await readOpenRequest(context, found?.params ?? params)
    const { ticket, waiting } =
      known !== undefined && found !== undefined
        ? { ticket: known, waiting: found }
        : await storeRequest(context, params)
    const state = await consentStateOf(context, request, waiting.createdAt, session)
    if (session !== undefined) await recordShown(services, waiting, request, session)
    const next = nextStep(state)
    const { step } = next
    return {
      client: describeClient(services, request),
      ...describeQuestions(state),
      ...(session && {
        user: describeUser(context, session.account, {
          showEmail: true,
          showMobile: !isForeignPage(context),
        }),
      }),
      need_login: step === 'login' ? 1 : 0,
      need_fresh: step === 'fresh' ? 1 : 0,
      need_other: isNotMeant(request, session) ? 1 : 0,
      need_level: 'level' in next ? next.level : 0,
      ...(step === 'unmet' && { add_page: methodsAddress(services.config, context.language) }),
      need_consent: step === 'go' ? 0 : 1,
      returns_to: placeOf(request.redirectUri).host,
      auth_ticket: ticket,
      expire_time: toSeconds(waiting.expiresAt),
    }
  },

  authorizeTicket: async (params, context) => {
    signedIn(context)
    // A link makes browsers send cookies, but no header.
    if (context.header(SESSION_HEADER) === undefined) throw noSession()
    await readOpenRequest(context, params)
    const { ticket, waiting } = await storeRequest(context, params)
    return { ticket, expire_time: toSeconds(waiting.expiresAt) }
  },

  authorizeClient: async ({ auth_ticket: known, ...payload }, context) => {
    requireOwnPage(context)
    const waiting = known === undefined ? undefined : await findRequest(context, known)
    const request = await readOpenRequest(context, waiting?.params ?? payload)
    const consentAnswer = await readConsentAnswer(context, request, waiting, payload)
    const { address, code } = await answerRequest(context, request, waiting, consentAnswer)
    return {
      redirect_url: address,
      iss: context.services.config.PUBLIC_ORIGIN,
      ...(code !== undefined && { code }),
      ...(request.state !== undefined && { state: request.state }),
    }
  },
} satisfies Handlers<typeof endpoints>

/** Returns the client and its host, for people. */
export function describeClient(
  { pictures }: Pick<Services, 'pictures'>,
  { client, redirectUri }: AuthorizationRequest,
): Reply<typeof endpoints.authInfo>['client'] {
  const { id, isVerified, name } = client
  const documentHost = documentHostOf(id, redirectUri)
  const logo = pictures.urlOf(logoKeyOf(client, redirectUri))
  return {
    client_key: id,
    name,
    ...placeOf(redirectUri),
    ...(logo !== '' && { logo }),
    ...(documentHost !== undefined && { document_host: documentHost }),
    verified: isVerified ? 1 : 0,
  }
}

async function readConsentAnswer(
  context: Context,
  request: AuthorizationRequest,
  waiting: OAuthRequest | undefined,
  payload: Pick<
    Received<typeof endpoints.authorizeClient>,
    'action' | 'scopes' | 'user_identity_id'
  >,
): Promise<ConsentAnswer> {
  if (payload.action === 'refuse') return { action: 'refuse', session: context.session }
  const session = signedIn(context)
  const scopes = (payload.scopes ?? '').split(/[\s,]+/)
  const { user_identity_id: identityId = ONESELF } = payload
  const allow = { action: 'allow', session, scopes, identityId } as const
  const since = waiting?.createdAt ?? context.now
  // A new sign-in for the request proves more than a second method would.
  if (mustSignInAnew({ now: context.now, request, since }, session)) return allow
  if (isRecent(session, context.now)) return allow
  if (!(await needsRecentProof(context.services, request, allow))) return allow
  await challengeStepUp(context, undefined, request.client.id)
  return { ...allow, isProved: true }
}

/** Returns what a client asks for, and what the person answered before as each identity. */
export function describeQuestions(
  state: ConsentState,
): Pick<Reply<typeof endpoints.authInfo>, 'scopes' | 'identities'> {
  const { grants, identities, request, session } = state
  const first = session && firstIdentity(identities, grants, request, session.membershipId)
  const grantOf = (id: string) => grants.find(({ membershipId }) => membershipId === id)
  const questions = scopeChoicesOf(request, grantOf(first?.membership?.id ?? ''))
  return {
    scopes: questions.map(({ name, isRequired, isDangerous, answered, text }) => ({
      scope: name,
      ...(text !== undefined && { description: text }),
      required: isRequired ? 1 : 0,
      granted: answered === 'granted' ? 1 : 0,
      refused: answered === 'refused' ? 1 : 0,
      is_new: answered === undefined ? 1 : 0,
      danger: isDangerous ? 1 : 0,
    })),
    identities: identities.map((identity) => {
      const { isAllowed, membership } = identity
      const answers = scopeChoicesOf(request, grantOf(membership?.id ?? ''))
      const namesOf = (decision: 'granted' | 'refused') =>
        answers.filter(({ answered }) => answered === decision).map(({ name }) => name)
      return {
        user_identity_id: membership?.id ?? ONESELF,
        name: membership?.name ?? session?.account.name ?? '',
        subject_name: membership?.organizationName ?? '',
        ...(membership && subjectLabelOf(membership)),
        is_allowed: isAllowed ? 1 : 0,
        current: identity === first ? 1 : 0,
        granted: namesOf('granted'),
        refused: namesOf('refused'),
      }
    }),
  }
}
