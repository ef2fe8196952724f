import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createEmulator } from 'emulate'
import { Provider } from 'oidc-provider'
import { knownProviders, providerNames, type ProviderName } from '#protocol/providers.ts'

type Settings = Readonly<Record<string, string>>

/** Name of the OpenID provider that an operator would configure. */
const OIDC_TITLE = 'Acme'

/** Port of the local stand-in for each provider. */
export type ProviderPorts = Readonly<Record<ProviderName, number>>

/** Providers that run on this machine. */
export interface LocalProviders {
  /** Settings with which an account server signs people in there. */
  readonly settings: Settings
  close(): Promise<void>
}

/** A person with an account at each provider. */
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

/** People at OpenID providers with unverified addresses. */
const unproved: readonly LocalPerson[] = [
  { login: 'noa', name: 'Noa', email: 'noa@example.com' },
  { login: 'pia', name: 'Pia', email: 'pia@example.com' },
]

/** Returns the title of a provider on buttons. */
export function titleOf(name: ProviderName): string {
  return name === 'oidc' ? OIDC_TITLE : knownProviders[name].title
}

/** Returns ports that follow from the port of a site, so that two sites can run side by side. */
export function portsBeside(site: number): ProviderPorts {
  const ports = providerNames.map((name, at) => [name, site + 70 + at])
  return Object.fromEntries(ports) as Record<ProviderName, number>
}

const HOST = '127.0.0.1'

/** A client as stand-ins know it. */
interface ClientSeed {
  client_id: string
  client_secret: string
  name: string
  redirect_uris: string[]
}

/** A provider that `emulate` imitates, because it does not do all that OpenID says. */
interface Emulated {
  /** Accounts and client in the terms of the emulator. */
  seed(client: (...callbacks: string[]) => ClientSeed): Record<string, unknown>
  /** Paths of its endpoints, by the end of the setting's name. */
  paths: Settings
}

const emulated = {
  github: {
    seed: (client) => ({
      users: [...localPeople],
      oauth_apps: [client('/github-oauth-callback')],
    }),
    paths: {
      AUTHORIZE_URL: '/login/oauth/authorize',
      TOKEN_URL: '/login/oauth/access_token',
      USERINFO_URL: '/user',
      EMAILS_URL: '/user/emails',
    },
  },
  google: {
    seed: (client) => ({
      users: localPeople.map(({ name, email }) => ({ name, email })),
      oauth_clients: [client('/google-oauth-callback', '/google-verify-callback')],
    }),
    paths: {
      ISSUER: '',
      AUTHORIZE_URL: '/o/oauth2/v2/auth',
      TOKEN_URL: '/oauth2/token',
      USERINFO_URL: '/oauth2/v2/userinfo',
      JWKS_URL: '/oauth2/v3/certs',
    },
  },
  vercel: {
    seed: (client) => ({
      users: localPeople.map(({ login, name, email }) => ({ username: login, name, email })),
      integrations: [client('/vercel-oauth-callback')],
    }),
    paths: {
      AUTHORIZE_URL: '/oauth/authorize',
      TOKEN_URL: '/login/oauth/token',
      USERINFO_URL: '/login/oauth/userinfo',
    },
  },
} satisfies Partial<Record<ProviderName, Emulated>>

function isEmulated(name: ProviderName): name is keyof typeof emulated {
  return name in emulated
}

async function startEmulated(
  name: keyof typeof emulated,
  port: number,
  origin: string,
): Promise<LocalProviders> {
  const { seed, paths }: Emulated = emulated[name]
  const client = (...callbacks: string[]): ClientSeed =>
    clientOf(
      name,
      callbacks.map((path) => `${origin}${path}`),
    )
  const { close } = await createEmulator({ service: name, port, seed: { [name]: seed(client) } })
  return { settings: settingsOf(name, port, paths), close }
}

/** Starts a stand-in for each provider; people come back from them to a site at `origin`. */
export async function startProviders(
  ports: ProviderPorts,
  origin: string,
): Promise<LocalProviders> {
  const started: LocalProviders[] = []
  for (const name of providerNames) {
    started.push(
      isEmulated(name)
        ? await startEmulated(name, ports[name], origin)
        : await startOpenId(name, ports[name], origin),
    )
  }
  return {
    settings: Object.assign({}, ...started.map(({ settings }) => settings)) as Settings,
    close: async () => {
      await Promise.all(started.map(({ close }) => close()))
    },
  }
}

function clientOf(name: ProviderName, redirects: string[]): ClientSeed {
  return {
    client_id: `${name}-client`,
    client_secret: `${name}-secret`,
    name: 'Passport',
    redirect_uris: redirects,
  }
}

/** Returns the settings of a provider: its client, and addresses by their paths. */
function settingsOf(name: ProviderName, port: number, paths: Settings): Settings {
  const { client_id: id, client_secret: secret } = clientOf(name, [])
  const prefix = name.toUpperCase()
  const addresses = Object.entries(paths).map(([key, path]) => [
    `${prefix}_${key}`,
    `http://localhost:${port}${path}`,
  ])
  return {
    [`${prefix}_CLIENT_ID`]: id,
    [`${prefix}_CLIENT_SECRET`]: secret,
    ...(Object.fromEntries(addresses) as Settings),
  }
}

async function startOpenId(
  name: ProviderName,
  port: number,
  origin: string,
): Promise<LocalProviders> {
  const title = titleOf(name)
  const provider = new Provider(`http://localhost:${port}`, {
    clients: [
      {
        ...clientOf(name, [`${origin}/third-party-oauth-callback/${name}`]),
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: ['only for trying things out'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, login) => {
      const person = [...localPeople, ...unproved].find((one) => one.login === login)
      const isProved = unproved.every((one) => one.login !== login)
      const profile = { name: person?.name, email: person?.email, email_verified: isProved }
      return { accountId: login, claims: () => ({ sub: login, ...profile }) }
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
      choose(provider, title, request, response).catch((error: unknown) => {
        response.writeHead(400).end(String(error))
      })
    } else {
      void callback(request, response)
    }
  })
  server.listen(port, HOST)
  await once(server, 'listening')
  return {
    settings: {
      ...settingsOf(name, port, { ISSUER: '' }),
      ...(name === 'oidc' && { OIDC_TITLE }),
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function choose(
  provider: Provider,
  title: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(choosePage(title))
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

function choosePage(title: string): string {
  const buttons = [...localPeople, ...unproved].map(
    ({ login, name }) =>
      `<p><button name="login" value="${login}">Continue as ${name}</button></p>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<h1>${title}</h1><form method="post">${buttons.join('')}<p><button>Cancel</button></p></form></html>`
}
