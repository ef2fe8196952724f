import { providerNames } from '#protocol/providers.ts'
import {
  startProviders,
  type LocalProviders,
  type ProviderPorts,
} from '../../scripts/lib/providers.ts'
import type { Client } from './client.ts'
import { freePort } from './free-port.ts'
import { ORIGIN } from './test-server.ts'

/** Parameters that a provider adds to the callback. */
export interface CallbackParams {
  path: string
  code: string
  state: string
  iss?: string
}

/** Starts local providers on free ports, with callbacks to the test server. */
export async function startLocalProviders(): Promise<LocalProviders> {
  const ports = await Promise.all(providerNames.map(async (name) => [name, await freePort()]))
  return await startProviders(Object.fromEntries(ports) as ProviderPorts, ORIGIN)
}

/** Starts a sign-in; returns the address of the provider, or of the page with the error. */
export async function startOAuth(
  client: Client,
  query: Record<string, string>,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
): Promise<URL> {
  const values = { aid: '1001', language: 'en', ...query }
  const reply = await client.send(
    new Request(`${ORIGIN}/passport/web/web_login?${new URLSearchParams(values)}`, {
      headers: { 'sec-fetch-mode': 'navigate', ...headers },
    }),
  )
  const location = reply.headers.get('location')
  if (reply.status !== 302 || location === null) {
    throw new Error(`there was no redirect: ${reply.status} ${await reply.text()}`)
  }
  return new URL(location, ORIGIN)
}

/** Signs in at a provider; returns the parameters of the callback. */
export async function authorizeAs(authorize: URL, login: string): Promise<CallbackParams> {
  const jar = new Map<string, string>()
  const hop = async (url: URL, fields?: Record<string, string>): Promise<Response> => {
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) }),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return reply
  }
  let url = authorize
  let fields: Record<string, string> | undefined
  for (let steps = 0; steps < 6; steps++) {
    const reply = await hop(url, fields)
    const location = reply.headers.get('location')
    if (location === null) {
      const page = await reply.text()
      ;({ url, fields } = choose(page, url, login))
    } else {
      url = new URL(location, url)
      fields = undefined
      if (url.origin === ORIGIN) return readCallbackParams(url)
    }
  }
  throw new Error(`${authorize.origin} never redirected to the callback`)
}

function choose(
  page: string,
  from: URL,
  login: string,
): { url: URL; fields: Record<string, string> } {
  const forms = page.match(/<form[\s\S]*?<\/form>/g) ?? []
  for (const form of forms) {
    const fields = Object.fromEntries(
      [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map((match) => [
        match[1] ?? '',
        (match[2] ?? '').replaceAll('&amp;', '&'),
      ]),
    )
    const account = fields.login ?? fields.username ?? fields.email?.split('@')[0]
    if (account === login) {
      return { url: new URL(/action="([^"]+)"/.exec(form)?.[1] ?? '', from), fields }
    }
    if (form.includes(`name="login" value="${login}"`)) return { url: from, fields: { login } }
  }
  throw new Error(`nobody called ${login} has an account at ${from.origin}: ${page.slice(0, 200)}`)
}

function readCallbackParams(url: URL): CallbackParams {
  const { code = '', state = '', iss } = Object.fromEntries(url.searchParams)
  return { path: url.pathname, code, state, ...(iss === undefined ? {} : { iss }) }
}
