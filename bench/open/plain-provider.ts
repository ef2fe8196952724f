// The library behind our tokens by itself, with maps for a database: what the same calls cost without
// accounts, sessions and a database.
import { createHash, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { Provider, type Adapter, type AdapterPayload } from 'oidc-provider'
import { CLIENT, REDIRECT, SCOPE, VERIFIER } from './target.ts'

/** Keeps all of it, where the library's own adapter forgets all but the last thousand. */
function createAdapter(): Adapter {
  const rows = new Map<string, AdapterPayload>()
  const none = (): Promise<undefined> => Promise.resolve(undefined)
  return {
    upsert: async (id, payload) => void rows.set(id, payload),
    find: async (id) => rows.get(id),
    consume: async (id) => void rows.set(id, { ...rows.get(id), consumed: 1 }),
    destroy: async (id) => void rows.delete(id),
    findByUid: none,
    findByUserCode: none,
    revokeByGrantId: none,
  }
}

const port = Number(process.env.PORT)
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const provider = new Provider(`http://localhost:${port}`, {
  adapter: createAdapter,
  clients: [
    {
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
  ],
  jwks: { keys: [{ ...pair.privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
  cookies: { keys: ['k'.repeat(43)] },
  scopes: SCOPE.split(' '),
  claims: { openid: ['sub'], profile: ['name'] },
  routes: {
    token: '/oauth/token',
    userinfo: '/oauth/userinfo',
    introspection: '/oauth/introspect',
  },
  features: { devInteractions: { enabled: false }, introspection: { enabled: true } },
  findAccount: (_ctx, accountId) => ({
    accountId,
    claims: () => ({ sub: accountId, name: 'Ann' }),
  }),
})

/** Makes a code as a consent page would. */
async function makeCode(): Promise<string> {
  const client = await provider.Client.find(CLIENT.id)
  if (client === undefined) throw new Error('the client is unknown')
  const grant = new provider.Grant({ accountId: 'ann', clientId: CLIENT.id })
  grant.addOIDCScope(SCOPE)
  const code = new provider.AuthorizationCode({
    client,
    accountId: 'ann',
    grantId: await grant.save(),
    gty: 'authorization_code',
    redirectUri: REDIRECT,
    scope: SCOPE,
    codeChallenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    codeChallengeMethod: 'S256',
    expiresWithSession: false,
  })
  return await code.save()
}

const answer = provider.callback()
createServer((request, response) => {
  if (request.url === '/readyz') {
    response.end('ok')
    return
  }
  if (request.url !== '/codes') {
    void answer(request, response)
    return
  }
  void makeCode().then((code) => response.end(code))
}).listen(port, 'localhost')
