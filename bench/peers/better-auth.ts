// better-auth by itself, with its plugins for organizations and for OAuth, on a database of its own: what
// the same calls cost there. Prepares a person who owns an organization of MEMBERS, and a client.
import { createServer, type RequestListener } from 'node:http'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { CLIENT, REDIRECT, SCOPE } from '../open/target.ts'
import { importPeer } from '../import-peer.ts'

interface Auth {
  api: {
    signUpEmail(call: object): Promise<Response>
    createOrganization(call: object): Promise<{ id: string }>
    adminCreateOAuthClient(call: object): Promise<{ client_id: string; client_secret: string }>
  }
}

type Plugin = (options: object) => object

const { betterAuth } = await importPeer<{ betterAuth: (options: object) => Auth }>('better-auth')
const { toNodeHandler } = await importPeer<{ toNodeHandler: (auth: Auth) => RequestListener }>(
  'better-auth/node',
)
const { getMigrations } = await importPeer<{
  getMigrations: (options: object) => Promise<{ runMigrations: () => Promise<void> }>
}>('better-auth/db/migration')
const { jwt, organization } =
  await importPeer<Record<'jwt' | 'organization', Plugin>>('better-auth/plugins')
const { oauthProvider } = await importPeer<{ oauthProvider: Plugin }>('@better-auth/oauth-provider')

const port = Number(process.env.PORT)
const origin = `http://localhost:${port}`
const { database, execute } = openDatabase(process.env.PEER_DATABASE ?? '')
const options = {
  baseURL: origin,
  secret: CLIENT.secret,
  database,
  telemetry: { enabled: false },
  rateLimit: { enabled: false },
  logger: { disabled: true },
  emailAndPassword: { enabled: true },
  plugins: [
    organization({ membershipLimit: Number.MAX_SAFE_INTEGER }),
    jwt({ jwks: { keyPairConfig: { alg: 'RS256' } } }),
    oauthProvider({
      loginPage: '/login',
      consentPage: '/consent',
      scopes: SCOPE.split(' '),
      silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
    }),
  ],
}
await (await getMigrations(options)).runMigrations()
const auth = betterAuth(options)
const prepared = JSON.stringify(await prepare(Number(process.env.MEMBERS ?? 0)))

// Their calls have other paths than ours.
const paths: Readonly<Record<string, string>> = {
  '/oauth/token': '/api/auth/oauth2/token',
  '/oauth/userinfo': '/api/auth/oauth2/userinfo',
  '/oauth/introspect': '/api/auth/oauth2/introspect',
}
const answer = toNodeHandler(auth)
createServer((request, response) => {
  const { url = '' } = request
  if (url === '/readyz' || url === '/prepared') {
    response.end(prepared)
    return
  }
  request.url = paths[url] ?? url
  answer(request, response)
}).listen(port, 'localhost')

function openDatabase(location: string): {
  database: object
  execute: (sql: string) => Promise<void>
} {
  if (location.startsWith('postgres')) {
    const pool = new pg.Pool({ connectionString: location, max: 20 })
    return { database: pool, execute: async (sql) => void (await pool.query(sql)) }
  }
  const file = new DatabaseSync(location)
  file.exec('pragma journal_mode = wal; pragma synchronous = full')
  return {
    database: file,
    execute: async (sql) => {
      file.exec(sql)
    },
  }
}

async function prepare(
  members: number,
): Promise<{ cookie: string; organization: string; client: { id: string; secret: string } }> {
  const person = { email: 'bench@example.com', password: 'seven quiet otters', name: 'Bench' }
  const signedUp = await auth.api.signUpEmail({ body: person, asResponse: true })
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const headers = new Headers({ cookie })
  const { id } = await auth.api.createOrganization({
    body: { name: 'Orchard Ltd', slug: 'orchard' },
    headers,
  })
  const numbers = `with recursive numbers(n) as
    (select 1 union all select n + 1 from numbers where n < ${members})`
  if (members > 0) {
    await execute(`insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
      ${numbers} select 'u' || n, 'Person ' || n, 'person' || n || '@orchard.example', true,
      '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' from numbers`)
    await execute(`insert into "member" ("id", "organizationId", "userId", "role", "createdAt")
      ${numbers} select 'm' || n, '${id}', 'u' || n, 'member', '2026-01-01T00:00:00.000Z' from numbers`)
    await execute('analyze')
  }
  const client = await auth.api.adminCreateOAuthClient({
    body: {
      client_name: 'Bench',
      redirect_uris: [REDIRECT],
      scope: SCOPE,
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      skip_consent: true,
    },
    headers,
  })
  return {
    cookie,
    organization: id,
    client: { id: client.client_id, secret: client.client_secret },
  }
}
