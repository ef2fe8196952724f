import type { Endpoint } from '#protocol/endpoint.ts'
import { errors } from '#protocol/errors.ts'
import { groups } from '#protocol/index.ts'
import type { Client } from './client.ts'

/** Remembers every secret that goes through a server, to look for it in the log afterwards. */
export interface SecretWatch {
  /** A `fetch` that remembers what is secret in requests and replies. */
  watch(
    send: (request: Request, address?: string) => Promise<Response>,
  ): (request: Request, address?: string) => Promise<Response>
  /** A client whose calls tell what is secret in them, also where it is sealed on its way. */
  watchCalls(client: Client): Client
  /** Whatever a log shows that it must not, or leaves out that it must have. */
  problems(lines: readonly string[]): string[]
}

/** Shorter ones are found in any text, by chance. */
const MIN_LENGTH = 6

const sensitive = new Set(
  Object.values(groups).flatMap((rows) =>
    Object.values(rows as Record<string, Endpoint>).flatMap((endpoint) => endpoint.sensitive),
  ),
)

/** A new watch. */
export function createSecretWatch(): SecretWatch {
  const secrets = new Set<string>()
  const failed: { path: string; status: number; logId: string | null }[] = []

  function add(value: string): void {
    // Third parties and pages name errors in fields that otherwise hold codes.
    if (value.length >= MIN_LENGTH && !Object.hasOwn(errors, value)) secrets.add(value)
  }

  function addFields(fields: Iterable<[name: string, value: unknown]>): void {
    for (const [name, value] of fields) {
      if (typeof value === 'object' && value !== null) addFields(Object.entries(value))
      else if (typeof value === 'string' && isSecret(name)) add(value)
    }
  }

  async function addBody(message: Request | Response): Promise<void> {
    const type = message.headers.get('content-type') ?? ''
    if (type.startsWith('application/json')) {
      const value: unknown = await message.json().catch(() => undefined)
      if (typeof value === 'object' && value !== null) addFields(Object.entries(value))
    } else if (type.startsWith('application/x-www-form-urlencoded')) {
      addFields(new URLSearchParams(await message.text()))
    }
  }

  async function addRequest(request: Request): Promise<void> {
    addFields(new URL(request.url).searchParams)
    for (const pair of request.headers.get('cookie')?.split('; ') ?? []) addCookie(pair)
    await addBody(request)
  }

  async function addReply(reply: Response): Promise<void> {
    add(reply.headers.get('x-tt-passport-csrf-token') ?? '')
    for (const line of reply.headers.getSetCookie()) addCookie(line.split(';')[0] ?? '')
    addFields(new URL(reply.headers.get('location') ?? '/', 'http://localhost').searchParams)
    await addBody(reply)
  }

  function addCookie(pair: string): void {
    const [name = '', value = ''] = pair.split('=')
    // The web id names a browser and proves nothing.
    if (name !== 's_v_web_id') add(value)
  }

  return {
    watch: (send) => async (request, address) => {
      await addRequest(request.clone())
      const reply = await send(request, address)
      await addReply(reply.clone())
      const { pathname: path } = new URL(request.url)
      const isJson = reply.headers.get('content-type')?.startsWith('application/json') === true
      if (reply.status >= 500 && isJson && path !== '/readyz') {
        failed.push({ path, status: reply.status, logId: reply.headers.get('x-tt-logid') })
      }
      return reply
    },
    watchCalls: (client) => ({
      ...client,
      call: (endpoint, payload, options) => {
        addFields(Object.entries(payload))
        return client.call(endpoint, payload, options)
      },
    }),
    problems: (lines) => {
      const text = lines.join('')
      return [
        ...[...secrets].filter((secret) => shows(text, secret)).map((one) => `a secret: ${one}`),
        ...lines.filter((line) => !isOneRecord(line)).map((line) => `a broken line: ${line}`),
        ...failed
          .filter(({ logId }) => logId === null || !text.includes(logId))
          .map(({ path, status }) => `no line for ${status} of ${path}`),
      ]
    },
  }
}

function isSecret(name: string): boolean {
  // The key of a role is its name.
  if (name === 'role_key') return false
  return sensitive.has(name) || /(?:ticket|token|password|^code|_key|^state|fp_key)$/.test(name)
}

// Digits are also part of longer numbers that mean something else, and of hexadecimal ones.
function shows(text: string, secret: string): boolean {
  return /^\d+$/.test(secret)
    ? new RegExp(`(?<![\\dA-Fa-f])${secret}(?![\\dA-Fa-f])`).test(text)
    : text.includes(secret)
}

function isOneRecord(line: string): boolean {
  if (!line.endsWith('\n') || /[\p{Cc}\u2028\u2029]/u.test(line.slice(0, -1))) return false
  return typeof JSON.parse(line) === 'object'
}
