import type { OperatorRole } from '../../server/store/schema/operators.ts'
import { ledTo } from './oauth-client.ts'
import { addApp, codeOf } from './authenticator-apps.ts'
import { typeCommand } from './command.ts'
import type { Client } from './client.ts'
import type { Person } from './create-people.ts'
import { createTestServer, ORIGIN, type TestOptions, type TestServer } from './test-server.ts'

/** Origin of the console of test servers. */
export const CONSOLE = 'http://localhost:4399'

/** A page or answer of the console. */
export interface ConsoleReply {
  status: number
  headers: Headers
  text: string
}

/** A browser at the console. */
export interface ConsoleBrowser {
  readonly cookies: Map<string, string>
  get(path: string, headers?: Record<string, string>): Promise<ConsoleReply>
  /** Sends fields as they are. */
  send(
    path: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<ConsoleReply>
  /** Opens the page and presses a button of it, with a reason. */
  act(path: string, name: string, fields?: Record<string, string>): Promise<ConsoleReply>
}

/** An operator who is signed in to the console. */
export interface TestOperator extends ConsoleBrowser {
  readonly person: Person
  /** Secret of the authenticator app. */
  readonly secret: string
  /** Signs in again, as when the proof is old. */
  prove(): Promise<void>
}

/** Starts a server with the console. */
export async function createConsoleServer(options: TestOptions = {}): Promise<TestServer> {
  const settings = { CONSOLE_PORT: '4399', ADMIN_API: 'on', ...options.settings }
  return await createTestServer({ ...options, settings })
}

/** Makes a person an operator, who signs in. */
export async function signInOperator(
  server: TestServer,
  role: OperatorRole,
): Promise<TestOperator> {
  const person = await server.person()
  const { secret } = await addApp(server, person.client)
  await typeCommand(server, ['operator', 'add', person.userId, '--role', role])
  const browser = consoleBrowser(server)
  const prove = async (): Promise<void> => {
    const reply = await passSignIn(server, browser, person.client, secret)
    if (reply.status !== 200) throw new Error(`nobody is signed in: ${reply.text}`)
  }
  await prove()
  return { ...browser, person, secret, prove }
}

/** Goes from the console to the account server and back; returns what the console answers. */
export async function passSignIn(
  server: TestServer,
  browser: ConsoleBrowser,
  client: Client,
  secret: string,
): Promise<ConsoleReply> {
  const begun = await browser.get('/sign-in')
  let reply = await visit(client, begun.headers.get('location') ?? '')
  const level = reply.headers.get('location') ?? ''
  if (level.startsWith('/form/level')) {
    const page = await (await visit(client, ORIGIN + level)).text()
    server.clock.passSeconds(30)
    const posted = await client.form('/form/level', {
      ...hiddenIn(page),
      code: codeOf(server, secret),
    })
    reply = await visit(client, new URL(ledTo(posted) ?? '', ORIGIN).href)
  }
  const back = new URL(reply.headers.get('location') ?? '', ORIGIN)
  if (back.origin !== CONSOLE) throw new Error(`it leads to ${back.href}`)
  return await browser.get(back.pathname + back.search)
}

function visit(client: Client, url: string): Promise<Response> {
  const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' }
  return client.send(new Request(url, { headers, redirect: 'manual' }))
}

/** Returns a browser that nobody has signed in with. */
export function consoleBrowser({ app }: TestServer, address?: string): ConsoleBrowser {
  const cookies = new Map<string, string>()

  async function exchange(request: Request): Promise<ConsoleReply> {
    if (app.console === undefined) throw new Error('the console is off')
    if (cookies.size > 0) {
      request.headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    }
    const reply = await app.console.fetch(request, address)
    for (const line of reply.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      if (attributes.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  }

  const browser: ConsoleBrowser = {
    cookies,
    get: (path, headers = {}) => exchange(new Request(CONSOLE + path, { headers })),
    send: (path, fields, headers = {}) =>
      exchange(
        new Request(CONSOLE + path, {
          method: 'POST',
          headers: { origin: CONSOLE, ...headers },
          body: new URLSearchParams(fields),
        }),
      ),
    act: async (path, name, fields = {}) => {
      const { text } = await browser.get(path)
      const { csrf = '' } = hiddenIn(text)
      return await browser.send(path, { csrf, act: name, reason: 'Ticket 77', ...fields })
    },
  }
  return browser
}

/** Returns the hidden fields of the forms of a page. */
export function hiddenIn(page: string): Record<string, string> {
  const fields = page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries(
    [...fields].map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]),
  )
}
