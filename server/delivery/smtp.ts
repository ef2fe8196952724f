import type { Transporter } from 'nodemailer'
import { MAX_SLOW } from './lane.ts'
import type { MailRefusals } from './mail-refusals.ts'
import { answerCode, MessageRefused } from './message-refused.ts'
import { MAIL_PLACES, type Sender } from './outbox-worker.ts'
import type { OutboxMessage } from '../store/schema/messages.ts'

const limits = {
  // Those of mails that take long come on top, so that none waits for a connection.
  maxConnections: MAIL_PLACES + MAX_SLOW,
  idleTimeout: 5000,
  connectionTimeout: 5000,
  greetingTimeout: 5000,
  socketTimeout: 10_000,
  // The outbox repeats failures; only a connection that the mail server has closed is repeated here, once.
  maxRequeues: 1,
}

/** Shorter than the outbox waits; then the connection closes. */
const MAX_SEND_MS = 25_000

/** Creates a sender with few connections, kept for some seconds, to a mail server such as `smtps://user:password@mail.example.com`. */
export function smtpSender(url: string, from: string, refusals: MailRefusals): Sender {
  let transport: Promise<Transporter> | undefined
  async function send(message: OutboxMessage): Promise<string> {
    const { id, recipient, subject, body, html, sender, oneClick } = message
    const { hostname } = new URL(url)
    transport ??= openTransport(url)
    const transporter = await transport
    // Attempts share the message id, so mail programs show a mail that was sent twice only once.
    const sent: unknown = await transporter.sendMail({
      // Messages of an older version name no sender.
      from: sender || from,
      // As an object, the address cannot be parsed as a list.
      to: { name: '', address: recipient },
      subject,
      text: body,
      ...(html === '' ? {} : { html }),
      messageId: `<${id}@${hostname}>`,
      // Also where an answer comes in small pieces without end, for which no timeout of a socket helps.
      signal: AbortSignal.timeout(MAX_SEND_MS),
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(oneClick === '' ? {} : listHeaders(oneClick)),
      },
    })
    return answerCode((sent as { response?: string }).response ?? '')
  }
  return {
    send: async (message) => {
      let answer: string
      try {
        answer = await send(message)
      } catch (error) {
        if (!isFinal(error)) throw error
        if ((error as MailError).command !== 'MAIL FROM') await refusals.note(message.recipient)
        throw new MessageRefused('the mail server refuses the mail', { cause: error })
      }
      await refusals.clear(message.recipient)
      return answer
    },
    close: async () => (await transport)?.close(),
  }
}

interface MailError {
  responseCode?: number
  command?: string
}

// Greetings and sign-ins at the mail server are the operator's matter, and may work later.
const commandsOfMail = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

function isFinal(error: unknown): boolean {
  const { responseCode, command } = error as MailError
  return responseCode !== undefined && responseCode >= 500 && commandsOfMail.has(command ?? '')
}

// Loading nodemailer with the first mail shortens the start.
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, pool: true, ...limits })
}

// One-click unsubscription of mail programs (RFC 8058).
function listHeaders(address: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${address}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
