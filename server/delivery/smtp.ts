import type { Transporter } from 'nodemailer'
import type { OutboxMessage } from '../store/outbox-repository.ts'
import type { Sender } from './outbox-worker.ts'

/** A batch of the outbox has to be over before its lease ends, also with a mail server that hangs. */
const limits = {
  maxConnections: 5,
  idleTimeout: 5000,
  connectionTimeout: 5000,
  greetingTimeout: 5000,
  socketTimeout: 10_000,
  // The outbox repeats failures; only a connection that the mail server has closed is repeated here, once.
  maxRequeues: 1,
}

/** Creates a sender with few connections, kept for some seconds, to a mail server such as `smtps://user:password@mail.example.com`. */
export function smtpSender(url: string, from: string): Sender {
  let transport: Promise<Transporter> | undefined
  async function send(message: OutboxMessage): Promise<void> {
    const { id, recipient, subject, body, html, sender, oneClick } = message
    const { hostname } = new URL(url)
    transport ??= openTransport(url)
    const transporter = await transport
    // Attempts share the message id, so mail programs show a mail that was sent twice only once.
    await transporter.sendMail({
      // Messages of an older version name no sender.
      from: sender || from,
      // As an object, the address cannot be parsed as a list.
      to: { name: '', address: recipient },
      subject,
      text: body,
      ...(html === '' ? {} : { html }),
      messageId: `<${id}@${hostname}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(oneClick === '' ? {} : listHeaders(oneClick)),
      },
    })
  }
  return {
    send,
    close: async () => (await transport)?.close(),
  }
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
