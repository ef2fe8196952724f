import { create, optional, record, string } from 'superstruct'
import type * as endpoints from '#protocol/web/open-authorization.ts'
import { signedIn } from '../calls/call.ts'
import { toSeconds } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import {
  answerAddress,
  findClient,
  OAuthError,
  readRequest,
  type AuthorizationRequest,
} from '../oauth/authorization-request.ts'
import { decide, questionsOf } from '../oauth/grant.ts'
import { describeUser } from '../sign-in/sign-in.ts'
import { TICKET_LIFE_MS } from '../tickets/tickets.ts'
import type { Context, Handlers } from './handler.ts'

/** Purpose of the ticket that stands for a request. */
const REQUEST = 'open_request'

type Params = Readonly<Record<string, string | undefined>>

/** Handlers of `protocol/web/open-authorization.ts`. */
export const openAuthorization = {
  authInfo: async ({ auth_ticket: reference, ...given }, context) => {
    const { services, session } = context
    const kept = reference === undefined ? undefined : await findKept(context, reference)
    const request = await read(context, kept?.params ?? given)
    const grant =
      session && (await services.oauthGrants.findFor(session.accountId, request.client.id))
    const { host, protocol } = new URL(request.redirectUri)
    return {
      client: { client_key: request.client.id, name: request.client.name },
      scopes: questionsOf(request, grant).map(({ name, isRequired, answered, text }) => ({
        scope: name,
        ...(text !== undefined && { description: text }),
        required: isRequired ? 1 : 0,
        granted: answered === 'granted' ? 1 : 0,
        refused: answered === 'refused' ? 1 : 0,
        is_new: answered === undefined ? 1 : 0,
      })),
      ...(session && { user: describeUser(context, session.account) }),
      need_login: session === undefined ? 1 : 0,
      returns_to: host === '' ? protocol.slice(0, -1) : host,
      auth_ticket: reference ?? (await issueTicket(context, given)),
      expire_time: toSeconds(kept?.expiresAt ?? context.now + TICKET_LIFE_MS),
    }
  },

  authorizeClient: async ({ auth_ticket: reference, action, scopes, ...given }, context) => {
    const { app, caller, services } = context
    if (caller.origin !== undefined && !services.apps.isOwn(caller.origin)) {
      throw new PassportError('csrf_error')
    }
    const session = signedIn(context)
    const kept = reference === undefined ? undefined : await findKept(context, reference)
    const request = await read(context, kept?.params ?? given)
    if (reference !== undefined) {
      // Two tabs, or a double click: one of them answers.
      const used = await services.tickets.use(REQUEST, app.aid, reference, caller.webId)
      if (used === undefined) throw new PassportError('open_request_expired')
    }
    const { PUBLIC_ORIGIN } = services.config
    const { redirectUri, state } = request
    try {
      const allowed = action === 'refuse' ? undefined : (scopes ?? '').split(/[\s,]+/)
      const code = await decide(context, services, request, session, allowed)
      const redirect_url = answerAddress(redirectUri, PUBLIC_ORIGIN, state, { code })
      return { redirect_url, code, iss: PUBLIC_ORIGIN, ...(state !== undefined && { state }) }
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      const told = { error: error.code, error_description: error.message }
      const redirect_url = answerAddress(redirectUri, PUBLIC_ORIGIN, state, told)
      return { redirect_url, iss: PUBLIC_ORIGIN, ...(state !== undefined && { state }) }
    }
  },
} satisfies Handlers<typeof endpoints>

async function issueTicket({ app, caller, services }: Context, params: Params): Promise<string> {
  const data = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
  return await services.tickets.issue({
    purpose: REQUEST,
    aid: app.aid,
    holder: caller.webId,
    data,
  })
}

async function findKept(
  { app, caller, services }: Context,
  reference: string,
): Promise<{ params: Params; expiresAt: number }> {
  const found = await services.tickets.peek(REQUEST, app.aid, reference)
  if (found?.holder !== caller.webId) throw new PassportError('open_request_expired')
  const params = create(found.data, record(string(), optional(string())))
  return { params, expiresAt: found.expiresAt }
}

async function read({ services }: Context, params: Params): Promise<AuthorizationRequest> {
  const found = await findClient(services, { ...params, response_type: 'code' })
  try {
    return await readRequest(services, found, [])
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    if (error.code === 'invalid_scope') throw new PassportError('scope_refused')
    throw new PassportError('open_request_invalid', { reason: error.message })
  }
}
