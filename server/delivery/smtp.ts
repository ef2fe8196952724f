import type { Transporter } from 'nodemailer'
import type { Sender } from './outbox-worker.ts'

const TIMEOUT_MS = 10_000

/** Creates a sender for a mail server such as `smtps://user:password@mail.example.com`. */
export function smtpSender(url: string, from: string): Sender {
  let transport: Promise<Transporter> | undefined
  return async ({ id, recipient, subject, body, html, sender, oneClick }) => {
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
}

// Loading nodemailer with the first mail shortens the start.
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
}

// One-click unsubscription of mail programs (RFC 8058).
function listHeaders(address: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${address}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
