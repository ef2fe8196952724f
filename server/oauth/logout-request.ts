import type { endSessionForm, FormPayload } from '#protocol/forms.ts'
import type { Services } from '../services/services.ts'
import type { OAuthClient } from '../store/oauth-client-repository.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { allowsRedirect, isUsable } from './clients.ts'

/** A client that wants a person to be signed out here too (OpenID Connect RP-Initiated Logout 1.0). */
export interface LogoutRequest {
  client: OAuthClient | undefined
  /** Name of the session in the client's id token, its `sid`. */
  sessionId: string | undefined
  /** Where the person goes afterwards; undefined unless the client is registered for it. */
  redirect: string | undefined
}

/** Reads what a client asks for; what is wrong about it counts for nothing. */
export async function readLogout(
  services: Services,
  params: FormPayload<typeof endSessionForm>,
): Promise<LogoutRequest> {
  const { client_id: given, id_token_hint: token, post_logout_redirect_uri: wanted, state } = params
  const hint = token === undefined ? undefined : await readHint(services, token)
  const isMixed = hint !== undefined && given !== undefined && hint.clientId !== given
  const id = hint?.clientId ?? given
  const found = id === undefined || isMixed ? undefined : await services.oauthClients.find(id)
  const client = found && isUsable(found, services.clock()) ? found : undefined
  const redirects = client?.details.postLogoutRedirects ?? []
  const isAllowed = wanted !== undefined && allowsRedirect({ redirects }, wanted)
  return {
    client,
    sessionId: client && hint?.sessionId,
    redirect: isAllowed ? withState(wanted, state) : undefined,
  }
}

async function readHint(
  { oauth }: Services,
  token: string,
): Promise<{ clientId: string; sessionId: string } | undefined> {
  const engine = await oauth.engine()
  return await engine.readIdToken(token)
}

/** Returns whether the client's own session is the one that would end, so nobody has to be asked. */
export function isOwnSession(
  { oauth }: Services,
  { client, sessionId }: LogoutRequest,
  { hash }: LiveSession,
): boolean {
  return client !== undefined && sessionId === oauth.sessionIdFor(client.id, hash)
}

function withState(redirect: string, state: string | undefined): string {
  const url = new URL(redirect)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}
