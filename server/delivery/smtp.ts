import type { Transporter } from 'nodemailer'
import type { Sender } from './outbox-worker.ts'

const TIMEOUT_MS = 10_000

/** Sends plain-text mails through a mail server such as `smtps://user:password@mail.example.com`. */
export function smtpSender(url: string, from: string): Sender {
  let opening: Promise<Transporter> | undefined
  return async ({ id, recipient, subject, body, oneClick }) => {
    const { hostname } = new URL(url)
    opening ??= openTransport(url)
    const transport = await opening
    // The same id at each attempt, so that a mail that was sent twice shows once.
    await transport.sendMail({
      from,
      // As an object, so that nothing in it is read as a second address.
      to: { name: '', address: recipient },
      subject,
      text: body,
      messageId: `<${id}@${hostname}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(oneClick === '' ? {} : listHeaders(oneClick)),
      },
    })
  }
}

// Loaded with the first mail: a server that sends none, or none yet, starts sooner without it.
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
}

// RFC 8058: mail programs show a button that posts there.
function listHeaders(address: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${address}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
