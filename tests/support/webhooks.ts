import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import { Webhook } from 'standardwebhooks'
import type { TestClock } from './clock.ts'

/** An event as a receiver got it. */
export interface ReceivedEvent {
  id: string
  type: string
  timestamp: string
  data: Record<string, string | number>
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
  /** Requests that are open now, and at most. */
  open: number
  mostOpen: number
  /** Resolves when an event of a type has come. */
  has(type: string): boolean
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
    open: 0,
    mostOpen: 0,
    has: (type) => receiver.events.some((event) => event.type === type),
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
