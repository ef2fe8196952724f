import type { endSessionForm, FormPayload } from '#protocol/forms.ts'
import type { Services } from '../services/services.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { allowsRedirect, isUsable } from './clients.ts'
import type { OAuthClient } from '../store/schema/oauth.ts'

/** A request of OpenID Connect RP-Initiated Logout 1.0. */
export interface LogoutRequest {
  client: OAuthClient | undefined
  /** `sid` of the client's id token. */
  sessionId: string | undefined
  /** Return URL; undefined unless the client registered it. */
  redirect: string | undefined
}

/** Reads the parameters; invalid ones are ignored. */
export async function readLogout(
  services: Services,
  params: FormPayload<typeof endSessionForm>,
): Promise<LogoutRequest> {
  const {
    client_id: clientId,
    id_token_hint: token,
    post_logout_redirect_uri: requestedRedirect,
    state,
  } = params
  const hint = token === undefined ? undefined : await readHint(services, token)
  const isMixed = hint !== undefined && clientId !== undefined && hint.clientId !== clientId
  const id = hint?.clientId ?? clientId
  const found = id === undefined || isMixed ? undefined : await services.oauthClients.find(id)
  const client = found && isUsable(found, services.clock()) ? found : undefined
  const redirects = client?.details.postLogoutRedirects ?? []
  const isAllowed =
    requestedRedirect !== undefined && allowsRedirect({ redirects }, requestedRedirect)
  return {
    client,
    sessionId: client && hint?.sessionId,
    redirect: isAllowed ? withState(requestedRedirect, state) : undefined,
  }
}

async function readHint(
  { oauth }: Services,
  token: string,
): Promise<{ clientId: string; sessionId: string } | undefined> {
  const engine = await oauth.engine()
  return await engine.readIdToken(token)
}

/** Returns whether the session to end is the client's own; then the person is not asked. */
export function isOwnSession(
  { oauth }: Services,
  { client, sessionId }: LogoutRequest,
  session: LiveSession,
): boolean {
  return client !== undefined && sessionId === oauth.sessionIdFor(client.id, session)
}

function withState(redirect: string, state: string | undefined): string {
  const url = new URL(redirect)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}
