import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { webhookKinds } from '#protocol/webhook-kinds.ts'
import { addWebhook, type WebhookInput } from '../../server/operators/manage-webhooks.ts'
import type { TestClock } from './clock.ts'
import { createTestServer, type TestOptions, type TestServer } from './test-server.ts'

/** An event as a receiver got it. */
export interface ReceivedEvent {
  id: string
  type: string
  timestamp: string
  data: Record<string, unknown>
}

/** A receiver of webhooks, which keeps what it verified. */
export interface WebhookReceiver {
  url: string
  /** Every attempt, in the order of arrival. */
  events: ReceivedEvent[]
  /** Requests whose signature the reference library refused. */
  refused: string[]
  /** The receiver's secret. */
  secret: string
  /** Id of the webhook. */
  id: string
  /** Requests that are open now, and at most. */
  open: number
  mostOpen: number
}

/** What a receiver answers: a status, the end of the connection, or nothing. */
export type WebhookAnswer = number | 'dies' | 'hangs'

/** Starts a receiver that verifies by the reference library, at the time of `clock`; it ends with the test. */
export async function receiveWebhooks(
  clock: TestClock,
  answer: (event: ReceivedEvent, attempt: number) => WebhookAnswer | Promise<WebhookAnswer> = () =>
    204,
): Promise<WebhookReceiver> {
  const receiver: WebhookReceiver = {
    url: '',
    events: [],
    refused: [],
    secret: '',
    id: '',
    open: 0,
    mostOpen: 0,
  }
  const server = createServer((request, reply) => {
    receiver.open++
    receiver.mostOpen = Math.max(receiver.mostOpen, receiver.open)
    reply.on('close', () => receiver.open--)
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => void take(text, request.headers, reply.socket))

    async function take(
      body: string,
      headers: IncomingHttpHeaders,
      socket: Socket | null,
    ): Promise<void> {
      let event: ReceivedEvent
      try {
        // The library compares the timestamp with the time of the machine.
        vi.useFakeTimers({ toFake: ['Date'], now: clock.now() })
        const verified = new Webhook(receiver.secret).verify(
          body,
          headers as Record<string, string>,
        )
        event = { id: String(headers['webhook-id']), ...(verified as Omit<ReceivedEvent, 'id'>) }
      } catch (error) {
        receiver.refused.push(`${(error as Error).message} ${body}`)
        reply.writeHead(401).end()
        return
      } finally {
        vi.useRealTimers()
      }
      receiver.events.push(event)
      const attempt = receiver.events.filter(({ id }) => id === event.id).length
      const status = await answer(event, attempt)
      if (status === 'dies') socket?.destroy()
      else if (status !== 'hangs') reply.writeHead(status).end()
    }
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}

const all = { kinds: webhookKinds, aid: null, notify: '', withProfile: false } as const

/** Adds a webhook of a server that hears of everything, or of what `input` says. */
export async function hear(
  server: TestServer,
  input: Partial<WebhookInput> = {},
  answer?: Parameters<typeof receiveWebhooks>[1],
): Promise<WebhookReceiver> {
  const receiver = await receiveWebhooks(server.clock, answer)
  const { services } = server.app
  const wanted = { ...all, url: receiver.url, ...input }
  const { webhook, secret } = await addWebhook(services, 'cli', wanted)
  receiver.secret = secret
  receiver.id = webhook.id
  // Until endpoints are read anew.
  server.clock.passSeconds(6)
  return receiver
}

/** Starts a server with such a webhook. */
export async function startHearing(
  input: Partial<WebhookInput> = {},
  answer?: Parameters<typeof receiveWebhooks>[1],
  options?: TestOptions,
): Promise<{ server: TestServer; receiver: WebhookReceiver }> {
  const server = await createTestServer(options)
  return { server, receiver: await hear(server, input, answer) }
}

/** Waits until all that is due was sent. */
export async function tell({ app }: TestServer): Promise<void> {
  app.services.webhookWorker.wake()
  await app.services.webhookWorker.idle()
}

/** Returns what a receiver was told by a kind. */
export function eventsOf({ events }: WebhookReceiver, type: string): ReceivedEvent['data'][] {
  return events.filter((event) => event.type === type).map(({ data }) => data)
}
