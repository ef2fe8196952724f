import { create, number, optional, string, type } from 'superstruct'
import { wasWithin, SECOND_MS, type Clock } from '../lib/clock.ts'
import type { Sender } from './outbox-worker.ts'

/** The application of the operator at Lark, which sends messages to people. */
export interface LarkApp {
  /** Origin of the API, which is another one for Feishu. */
  url: string
  id: string
  secret: string
}

const TIMEOUT_MS = 10_000
/** Tokens are renewed this long before they expire. */
const EARLY_MS = 60 * SECOND_MS

const answer = type({ code: number(), msg: optional(string()) })
const tokenAnswer = type({ tenant_access_token: string(), expire: number() })

/** Creates a sender of messages to people at Lark, by their open id. */
export function larkSender({ url, id, secret }: LarkApp, clock: Clock): Sender {
  let token: { text: string; readAt: number; lifeMs: number } | undefined

  async function post(path: string, body: object, bearer?: string): Promise<unknown> {
    const reply = await fetch(new URL(path, url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const content: unknown = await reply.json().catch(() => undefined)
    const { code, msg = '' } =
      content === undefined ? { code: reply.status } : create(content, answer)
    // Refusals come with the status 200, too.
    if (!reply.ok || code !== 0) throw new Error(`Lark answered ${reply.status}, ${code} ${msg}`)
    return content
  }

  async function tokenNow(): Promise<string> {
    if (token === undefined || !wasWithin(token.readAt, clock(), token.lifeMs)) {
      const path = '/open-apis/auth/v3/tenant_access_token/internal'
      const issued = create(await post(path, { app_id: id, app_secret: secret }), tokenAnswer)
      token = {
        text: issued.tenant_access_token,
        readAt: clock(),
        lifeMs: issued.expire * SECOND_MS - EARLY_MS,
      }
    }
    return token.text
  }

  return {
    send: async ({ id: uuid, recipient, body }) => {
      const message = {
        receive_id: recipient,
        msg_type: 'text',
        content: JSON.stringify({ text: body }),
        // Lark delivers messages with the same id once.
        uuid,
      }
      await post('/open-apis/im/v1/messages?receive_id_type=open_id', message, await tokenNow())
      return ''
    },
  }
}
