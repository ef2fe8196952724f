import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createEmulator } from 'emulate'
import { Provider } from 'oidc-provider'

/** Ports of the local stand-ins for GitHub, Google, Vercel and an OpenID provider. */
export interface ProviderPorts {
  github: number
  google: number
  vercel: number
  oidc: number
}

/** Third parties that run on this machine. */
export interface LocalProviders {
  /** Settings with which an account server signs people in there. */
  readonly settings: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** Somebody with an account at each of them. */
interface LocalPerson {
  login: string
  name: string
  email: string
}

/** People with an account at each provider. */
export const localPeople: readonly LocalPerson[] = [
  { login: 'ann', name: 'Ann Lee', email: 'ann@example.com' },
  { login: 'ken', name: '佐藤 健', email: 'ken@example.com' },
  { login: 'mia', name: 'Mia Ortiz', email: 'mia@example.com' },
  { login: 'leo', name: 'Leo Brandt', email: 'leo@example.com' },
  { login: 'kai', name: 'Kai Tanaka', email: 'kai@example.com' },
  { login: 'ivy', name: 'Ivy Moore', email: 'ivy@example.com' },
  { login: 'zoe', name: 'Zoe Marsh', email: 'zoe@example.com' },
  { login: 'uma', name: 'Uma Patel', email: 'uma@example.com' },
  { login: 'eva', name: 'Eva Novak', email: 'eva@example.com' },
  { login: 'rin', name: '鈴木 凛', email: 'rin@example.com' },
  { login: 'max', name: 'Max Weber', email: 'max@example.com' },
  { login: 'sam', name: 'Sam Okoye', email: 'sam@example.com' },
  { login: 'liv', name: 'Liv Dahl', email: 'liv@example.com' },
  { login: 'tom', name: 'Tom Reyes', email: 'tom@example.com' },
  { login: 'finn', name: 'Finn Berg', email: 'finn@example.com' },
  { login: 'ola', name: 'Ola Lind', email: 'ola@example.com' },
  { login: 'uwe', name: 'Uwe Kern', email: 'uwe@example.com' },
  { login: 'yui', name: 'Yui Abe', email: 'yui@example.com' },
  { login: 'ada', name: 'Ada Holm', email: 'ada@example.com' },
  { login: 'bo', name: 'Bo Lund', email: 'bo@example.com' },
]

/** Those at the OpenID provider whose addresses nobody has proved. */
const unproved: readonly LocalPerson[] = [
  { login: 'noa', name: 'Noa', email: 'noa@example.com' },
  { login: 'pia', name: 'Pia', email: 'pia@example.com' },
]

/** Four ports beside that of a site, so that two sites can have third parties of their own. */
export function portsBeside(site: number): ProviderPorts {
  const first = site + 70
  return { github: first, google: first + 1, vercel: first + 2, oidc: first + 3 }
}

const HOST = '127.0.0.1'

/** Starts all four; people come back from them to a site at `origin`. */
export async function startProviders(
  ports: ProviderPorts,
  origin: string,
): Promise<LocalProviders> {
  const github = await createEmulator({
    service: 'github',
    port: ports.github,
    seed: {
      github: {
        users: [...localPeople],
        oauth_apps: [client('github', [`${origin}/github-oauth-callback`])],
      },
    },
  })
  const google = await createEmulator({
    service: 'google',
    port: ports.google,
    seed: {
      google: {
        users: localPeople.map(({ name, email }) => ({ name, email })),
        oauth_clients: [
          client('google', [`${origin}/google-oauth-callback`, `${origin}/google-verify-callback`]),
        ],
      },
    },
  })
  const vercel = await createEmulator({
    service: 'vercel',
    port: ports.vercel,
    seed: {
      vercel: {
        users: localPeople.map(({ login, name, email }) => ({ username: login, name, email })),
        integrations: [client('vercel', [`${origin}/vercel-oauth-callback`])],
      },
    },
  })
  const oidc = await startOidc(ports.oidc, `${origin}/third-party-oauth-callback/oidc`)
  return {
    settings: settingsFor(ports),
    close: async () => {
      await Promise.all([github.close(), google.close(), vercel.close(), oidc.close()])
    },
  }
}

function client(
  name: string,
  redirects: string[],
): { client_id: string; client_secret: string; name: string; redirect_uris: string[] } {
  return {
    client_id: `${name}-client`,
    client_secret: `${name}-secret`,
    name: 'Passport',
    redirect_uris: redirects,
  }
}

function settingsFor(ports: ProviderPorts): Record<string, string> {
  const at = (name: keyof ProviderPorts, path = ''): string =>
    `http://localhost:${ports[name]}${path}`
  return {
    GITHUB_CLIENT_ID: 'github-client',
    GITHUB_CLIENT_SECRET: 'github-secret',
    GITHUB_AUTHORIZE_URL: at('github', '/login/oauth/authorize'),
    GITHUB_TOKEN_URL: at('github', '/login/oauth/access_token'),
    GITHUB_USERINFO_URL: at('github', '/user'),
    GITHUB_EMAILS_URL: at('github', '/user/emails'),
    GOOGLE_CLIENT_ID: 'google-client',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    GOOGLE_ISSUER: at('google'),
    GOOGLE_AUTHORIZE_URL: at('google', '/o/oauth2/v2/auth'),
    GOOGLE_TOKEN_URL: at('google', '/oauth2/token'),
    GOOGLE_USERINFO_URL: at('google', '/oauth2/v2/userinfo'),
    GOOGLE_JWKS_URL: at('google', '/oauth2/v3/certs'),
    VERCEL_CLIENT_ID: 'vercel-client',
    VERCEL_CLIENT_SECRET: 'vercel-secret',
    VERCEL_AUTHORIZE_URL: at('vercel', '/oauth/authorize'),
    VERCEL_TOKEN_URL: at('vercel', '/login/oauth/token'),
    VERCEL_USERINFO_URL: at('vercel', '/login/oauth/userinfo'),
    OIDC_CLIENT_ID: 'oidc-client',
    OIDC_CLIENT_SECRET: 'oidc-secret',
    OIDC_ISSUER: at('oidc'),
    OIDC_TITLE: 'Acme',
  }
}

async function startOidc(port: number, redirect: string): Promise<{ close(): Promise<void> }> {
  const provider = new Provider(`http://localhost:${port}`, {
    clients: [
      {
        client_id: 'oidc-client',
        client_secret: 'oidc-secret',
        redirect_uris: [redirect],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: ['only for trying things out'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, login) => {
      const person = [...localPeople, ...unproved].find((one) => one.login === login)
      const isProved = unproved.every((one) => one.login !== login)
      const told = { name: person?.name, email: person?.email, email_verified: isProved }
      return { accountId: login, claims: () => ({ sub: login, ...told }) }
    },
    interactions: { url: (_context, { uid }) => `/choose/${uid}` },
    // Whoever chooses an account has agreed.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    ttl: { Grant: 600, Session: 600, Interaction: 600, AccessToken: 600, IdToken: 600 },
  })
  const callback = provider.callback()
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/choose/') === true) {
      choose(provider, request, response).catch((error: unknown) => {
        response.writeHead(400).end(String(error))
      })
    } else {
      void callback(request, response)
    }
  })
  server.listen(port, HOST)
  await once(server, 'listening')
  return {
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function choose(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(choosePage())
    return
  }
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const login = new URLSearchParams(body).get('login')
  const result =
    login === null
      ? { error: 'access_denied', error_description: 'the person went back' }
      : { login: { accountId: login } }
  await provider.interactionFinished(request, response, result, {
    mergeWithLastSubmission: false,
  })
}

function choosePage(): string {
  const buttons = [...localPeople, ...unproved].map(
    ({ login, name }) =>
      `<p><button name="login" value="${login}">Continue as ${name}</button></p>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Acme</title>
<h1>Acme</h1><form method="post">${buttons.join('')}<p><button>Cancel</button></p></form></html>`
}
