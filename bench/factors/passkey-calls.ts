import { randomInt } from 'node:crypto'
import {
  answerWith,
  makePasskey,
  type SoftPasskey,
} from '../../tests/support/soft-authenticator.ts'
import { visitor, type load } from '../load.ts'

/** Calls about passkeys of several people: those of one person wait for each other. */
export interface PasskeyCalls {
  /** Asks for a challenge. */
  options: Parameters<typeof load>[1]
  /** Sign-ins, each with a challenge of its own. */
  signIns(count: number): Promise<Parameters<typeof load>[1]>
  /** Answers a new challenge. */
  answer(): Promise<string>
}

/** Posts a form as a page of the server does, and returns the data; the cookies are those of a session, if any. */
export async function post(
  origin: string,
  tail: string,
  fields: Record<string, string>,
  cookies = visitor.cookie,
): Promise<Record<string, unknown>> {
  const token = /passport_csrf_token=(\w+)/.exec(cookies)?.[1] ?? ''
  const answer = await fetch(`${origin}/passport/web/${tail}?aid=1001`, {
    method: 'POST',
    headers: {
      ...visitor,
      origin,
      cookie: cookies,
      'x-tt-passport-csrf-token': token,
      // Each call comes from another network, where failures are counted.
      'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.1`,
    },
    body: new URLSearchParams(fields),
  })
  const { data } = (await answer.json()) as { data: Record<string, unknown> }
  return data
}

/** Adds a passkey to the account of each session. */
export async function createPasskeyCalls(
  origin: string,
  sessions: readonly string[],
): Promise<PasskeyCalls> {
  const passkeys = await Promise.all(sessions.map((cookies) => addPasskey(origin, cookies)))
  let turn = 0

  async function answer(): Promise<string> {
    const { options } = await post(origin, 'passkey/options', { purpose: 'login' })
    const { challenge } = options as { challenge: string }
    const passkey = passkeys[turn++ % passkeys.length]
    if (passkey === undefined) throw new Error('no session to measure with')
    return JSON.stringify(answerWith(passkey, challenge, origin))
  }

  return {
    options: {
      url: `${origin}/passport/web/passkey/options?aid=1001`,
      method: 'POST',
      headers: { ...visitor, origin },
      body: 'purpose=login',
    },
    async signIns(count) {
      const bodies: string[] = []
      while (bodies.length < count) {
        const some = Array.from({ length: Math.min(100, count - bodies.length) }, answer)
        for (const credential of await Promise.all(some)) {
          bodies.push(new URLSearchParams({ credential }).toString())
        }
      }
      return {
        url: origin,
        amount: count,
        requests: [
          {
            method: 'POST',
            path: '/passport/web/passkey/login?aid=1001',
            headers: { ...visitor, origin },
            setupRequest: (request: object) => ({ ...request, body: bodies.pop() ?? '' }),
          },
        ],
      }
    },
    answer,
  }
}

async function addPasskey(origin: string, cookies: string): Promise<SoftPasskey> {
  const begun = await post(origin, 'passkey/create_options', {}, cookies)
  const key = makePasskey(begun['options'] as never, origin)
  const made = await post(
    origin,
    'passkey/create',
    {
      credential: JSON.stringify(key.credential),
      add_ticket: String(begun['add_ticket']),
      name: 'Key',
    },
    cookies,
  )
  if (made['id'] === undefined)
    throw new Error(`no passkey to measure with: ${JSON.stringify(made)}`)
  return key.passkey
}
