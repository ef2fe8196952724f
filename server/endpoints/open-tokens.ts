import { create, number, optional, string, type, type Infer } from 'superstruct'
import type { Reply } from '#protocol/endpoint.ts'
import type * as endpoints from '#protocol/web/open-tokens.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken } from '../lib/tokens.ts'
import { oauthPaths } from '../oauth/paths.ts'
import { momentOf } from '../oauth/authorization-rules.ts'
import type { Context, Handlers } from './handler.ts'
import type { OAuthClient } from '../store/schema/oauth.ts'

/** Handlers of `protocol/web/open-tokens.ts`; they call the engine as the newer calls do. */
export const openTokens = {
  exchangeOpenCode: async ({ client_key, client_secret, ...payload }, context) => {
    const client = await findClient(context, client_key)
    requireBody(context, client, 'get', ['client_secret', 'code', 'code_verifier'])
    const form = {
      client_id: client_key,
      client_secret,
      grant_type: 'authorization_code',
      code: payload.code,
      code_verifier: payload.code_verifier,
      // Older clients do not repeat where they had the person sent back to.
      redirect_uri:
        payload.redirect_uri ??
        (await readToken(context, 'AuthorizationCode', payload.code))?.redirectUri ??
        client.redirects[0],
    }
    return await askForTokens(context, client, form, 'oauth_code_invalid')
  },

  refreshOpenToken: async ({ client_key, client_secret, refresh_token }, context) => {
    const client = await findClient(context, client_key)
    requireBody(context, client, 'get', ['client_secret', 'refresh_token'])
    const form = {
      client_id: client_key,
      client_secret,
      grant_type: 'refresh_token',
      refresh_token,
    }
    return await askForTokens(context, client, form, 'refresh_token_expired')
  },

  openUserInfo: async ({ access_token: token, open_id: openId }, context) => {
    const { oauth, oauthGrants } = context.services
    const payload = await readToken(context, 'AccessToken', token)
    const grant = await oauthGrants.find(openId)
    if (payload?.accountId !== openId || grant === undefined) {
      throw new PassportError('oauth_token_invalid')
    }
    const client = await findClient(context, grant.clientId)
    requireBody(context, client, 'query', ['access_token'])
    const { body, status } = await (
      await oauth.engine()
    ).ask(oauthPaths.userinfo, { access_token: token }, context)
    if (status !== 200) throw new PassportError('oauth_token_invalid')
    const claims = create(body, type({ name: optional(string()), picture: optional(string()) }))
    return {
      open_id: openId,
      union_id: oauth.unionIdOf(client, grant),
      nickname: claims.name ?? '',
      avatar: claims.picture ?? '',
      gender: 0,
      city: '',
      province: '',
      country: '',
      description: '',
    }
  },
} satisfies Handlers<typeof endpoints>

const tokenReply = type({
  access_token: string(),
  expires_in: number(),
  refresh_token: optional(string()),
  scope: optional(string()),
})

const tokenRefusal = type({ error: string(), error_description: optional(string()) })

async function askForTokens(
  context: Context,
  client: OAuthClient,
  form: Readonly<Record<string, string | undefined>>,
  invalid: 'oauth_code_invalid' | 'refresh_token_expired',
): Promise<Reply<typeof endpoints.exchangeOpenCode>> {
  const { oauth, oauthGrants } = context.services
  const { body, status } = await (await oauth.engine()).ask(oauthPaths.token, form, context)
  if (status !== 200) {
    const { error, error_description: reason } = create(body, tokenRefusal)
    if (error === 'invalid_client') throw new PassportError('client_secret_error')
    if (error === 'invalid_grant') throw new PassportError(invalid)
    throw new PassportError('open_request_invalid', { reason: reason ?? error })
  }
  const reply = create(body, tokenReply)
  const access = await readToken(context, 'AccessToken', reply.access_token)
  const grant = access && (await oauthGrants.find(access.accountId))
  if (grant === undefined) throw new PassportError(invalid)
  const { refresh_token: refreshToken = '' } = reply
  const refresh = await readToken(context, 'RefreshToken', refreshToken)
  return {
    access_token: reply.access_token,
    expires_in: reply.expires_in,
    open_id: grant.id,
    refresh_token: refreshToken,
    refresh_expires_in: refresh === undefined ? 0 : refresh.exp - refresh.iat,
    scope: (reply.scope ?? '').replaceAll(' ', ','),
    union_id: oauth.unionIdOf(client, grant),
  }
}

/** @throws client_unknown */
async function findClient({ services }: Context, id: string): Promise<OAuthClient> {
  const client = await services.oauth.findClient(id)
  if (client === undefined) throw new PassportError('client_unknown')
  return client
}

const storedToken = type({
  accountId: string(),
  iat: number(),
  exp: number(),
  redirectUri: optional(string()),
})

async function readToken(
  { now, services }: Context,
  kind: 'AccessToken' | 'AuthorizationCode' | 'RefreshToken',
  reference: string,
): Promise<Infer<typeof storedToken> | undefined> {
  const found = await services.oauthTokens.find(hashToken(reference), momentOf(now))
  if (found?.tokenKind !== kind) return undefined
  return create(JSON.parse(found.payload), storedToken)
}

// Logs of others keep addresses, so only clients that an operator trusts may send these fields in one.
function requireBody(
  { isInAddress, method }: Context,
  { details: { oldWays = [] } }: OAuthClient,
  oldWay: 'get' | 'query',
  fields: readonly string[],
): void {
  if (method === 'POST' && !fields.some(isInAddress)) return
  if (oldWays.includes(oldWay)) return
  throw new PassportError('open_request_invalid', { reason: 'send it in the body of a POST' })
}
